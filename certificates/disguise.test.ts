import { expect, it } from 'vitest'
import { standInFor } from './disguise.ts'

it.each(['пароль-сервиса', 'contraseña-única', '密码密码密码密码', 'ключ1', 'Ωmega-β'])(
  'nothing of a secret in another alphabet is kept: %s',
  (secret) => {
    const letters = (text: string) => [...text].map((character) => (character > '\u007e' ? character : ''))
    const draws = Array.from({ length: 20 }, () => letters(standInFor(secret)))
    letters(secret).forEach((letter, at) => {
      if (letter !== '') expect(draws.some((drawn) => drawn[at] !== letter)).toBe(true)
    })
  },
)

it.each(['contraseña', 'pässword'])('what a header field carries stays so: %s', (secret) => {
  expect(standInFor(secret)).toMatch(/^[\x20-\xff]+$/)
})

it.each(['7', 'a7', '!!!', 'x', 'xxx'])('no secret stands for itself, however short: %s', (secret) => {
  for (let draw = 0; draw < 40; draw += 1) expect(standInFor(secret)).not.toBe(secret)
})
