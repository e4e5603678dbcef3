/** A group has a member, since a member made it: TypeScript's own library does not say so. */
interface MapConstructor {
  groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key): Map<Key, [Item, ...Item[]]>
}
