export function choices<Thing>(things: readonly Thing[]): Thing[][] {
  return things.reduce<Thing[][]>((all, thing) => all.flatMap((each) => [each, [...each, thing]]), [[]])
}

export function permutations<Thing>(things: readonly Thing[]): Thing[][] {
  if (things.length === 0) return [[]]
  return things.flatMap((thing) => permutations(things.filter((other) => other !== thing)).map((rest) => [thing, ...rest]))
}

export function arrangements<Thing>(things: readonly Thing[]): Thing[][] {
  return [[], ...things.flatMap((thing) => arrangements(things.filter((other) => other !== thing)).map((rest) => [thing, ...rest]))]
}

export function sequences<Thing>(things: readonly Thing[], length: number): Thing[][] {
  return length === 0 ? [[]] : sequences(things, length - 1).flatMap((each) => things.map((thing) => [...each, thing]))
}
