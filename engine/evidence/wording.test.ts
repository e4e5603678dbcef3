import { describe, expect, it } from 'vitest'
import { growth, steep } from '../../testing/growth.fixture.ts'
import { wordsOf } from './refusal-form.ts'
import { saysError, saysNothing, saysSuccess } from './wording.ts'

const errors = [
  'Invalid token',
  'INVALID_SIGNATURE',
  'ERR_SIGNATURE',
  'InvalidApiKey',
  'invalid-credentials',
  'Signature mismatch',
  'Signature does not match',
  'Signature verification failed',
  'Request received, but the signature verification failed',
  'Missing header x-signature',
  'x-api-key is required',
  'Authentication required',
  'The access token is missing or has expired.',
  'Token expired',
  'Unknown API key',
  'API key is not registered',
  'Withdrawal was not registered',
  'Your request could not be processed',
  'Access denied',
  'You do not have permission: access is restricted',
  'Authorization has been denied for this request.',
  'Please log in first',
  'NOTOK',
  'Bad request',
  'unsuccessful',
  'No such terminal',
  'Insufficient balance',
  'INSUFFICIENT_FUNDS',
  'Not enough funds',
  'Daily limit reached',
  'The amount exceeds the daily limit',
  'Too many requests',
  'Duplicate withdrawal',
  'Account suspended',
  'Key disabled',
  'Timestamp out of range',
  'Outside the permitted time window',
  'Timestamp is outside of the accepted window',
  'The submitted amount is invalid',
  'Timestamp too old',
  'Stale request',
  'Replay detected',
  'Below minimum',
  'Please log in',
  'Access to this resource is restricted',
  'terminalId is not a valid string',
  'Error: 1 error found',
  'Unexpected end of JSON input',
  'Expecting value: line 1 column 1 (char 0)',
  'expected value at line 1 column 1',
  'Extra data: line 1 column 3',
  'EOF',
  'Body is not JSON',
  'Input should be a valid string',
  'request body is empty',
  'Unsupported chain',
  'address is not whitelisted',
  'توکن نامعتبر است',
  'امضا معتبر نیست',
  'امضا صحیح نیست',
  'پارامتر الزامی است',
  '잘못된 서명',
  'دسترسی غیرمجاز',
  'درخواست ناموفق بود',
  'خطا در احراز هویت',
  'موجودی کافی نیست',
  'سقف برداشت روزانه پر شده است',
  'الرصيد غير كاف',
  '余额不足',
  'Saldo insuficiente',
  'Solde insuffisant',
  'Guthaben nicht ausreichend',
  'Недостаточно средств',
  'Yetersiz bakiye',
  '残高不足',
  '잔액이 부족합니다',
  'رمز غير صالح',
  '签名错误',
  '无效的令牌',
  '未登录',
  '操作不成功',
  'Token no válido',
  'Firma inválida',
  'No autorizado',
  'Acceso denegado',
  'Chave inválida',
  'Signature invalide',
  'Ungültiges Token',
  'Zugriff verweigert',
  'Неверная подпись',
  'Geçersiz imza',
  '署名が無効です',
  '서명이 유효하지 않습니다',
]

const successes = [
  'Withdrawal request registered',
  'Withdrawal request was registered, not yet confirmed',
  'Registered. A failed transfer will be retried.',
  'Your request has been submitted successfully',
  'Request accepted; it may be rejected later by the chain',
  'created',
  'Queued for processing, no errors',
  'Registered. What exceeds the daily limit is paid tomorrow.',
  'درخواست برداشت ثبت شد',
  'عملیات موفق',
  'تم التسجيل بنجاح',
  '提交成功',
  '已受理',
  'Solicitud registrada correctamente',
  'Retiro registrado con éxito',
  'Auszahlung registriert',
  'Вывод зарегистрирован',
]

const neither = [
  '',
  'OK',
  'no error',
  'No errors',
  'without error',
  '0 errors',
  'sin errores',
  '没有错误',
  'بدون خطا',
  'Missing confirmation will be retried',
  'The funds should be there in a day',
  'Confirmation by e-mail is required',
  'Not yet confirmed',
  'Welcome',
  'assay',
]

describe('words of an answer', () => {
  it.for(errors)('"%s" says an error', (text) => expect([saysError(text), saysSuccess(text)]).toEqual([true, false]))
  it.for(successes)('"%s" says a success', (text) => expect([saysError(text), saysSuccess(text)]).toEqual([false, true]))
  it.for(neither)('"%s" says neither', (text) => expect([saysError(text), saysSuccess(text)]).toEqual([false, false]))

  it('take no time that grows faster than a text', () => {
    for (const part of ['no ', 'invalid a ', 'token a a ', '<', ' ', 'key ', 'ﷺ']) {
      expect(
        growth(1 << 16, (length) => void saysError(part.repeat(length))),
        part,
      ).toBeLessThan(steep)
    }
  })
})

it('reads a megabyte of white space, and of letters, in no time', () => {
  expect(saysNothing(`${' '.repeat(5000)}x`)).toBe(false)
  expect(saysNothing(`${' '.repeat(1 << 20)}x`)).toBe(true) // what is cut off is not read
  expect(saysNothing(`${' '.repeat(1 << 20)}none`)).toBe(true)
  expect(wordsOf({ status: 400, headers: [], body: Buffer.from(`${'a'.repeat(9000)} a1`), truncated: false })).toBe(`${'a'.repeat(9000)} `)
})
