/** True if a text says, in one of the languages below, that a request was not accepted. */
export function saysError(text: string): boolean {
  const plain = plainText(text).replace(noFault, ' ')
  if (credentialFault.test(plain)) return true
  if (hasSuccess(plain)) return false
  return fault.test(plain) || foreignFault.test(plain)
}

/** True if a text says that a request was accepted: `registered`, `successfully`, `queued`, and not that it was not. */
export function saysSuccess(text: string): boolean {
  const plain = plainText(text).replace(noFault, ' ')
  return !credentialFault.test(plain) && hasSuccess(plain)
}

/** True for a text that says that nothing is wrong, as `error`, `errorMessage` and the like hold it by habit. */
export function saysNothing(text: string): boolean {
  return (
    /^(?:0*|-|ok(?:ay)?|n\/?a|none|null|nil|no|false|undefined|success(?:ful)?)$/i.test(text.trim()) ||
    plainText(text).replace(noFault, '').trim() === ''
  )
}

/** True for a text that may mean that a request was taken: more than a plain success says, and what is long says anything. */
export function isHopeful(text: string): boolean {
  return text.length > longestCode || hopeful.test(plainText(text)) || saysSuccess(text) || saysNothing(text)
}

const longestCode = 60
const hopeful =
  /[^\0-\x7f]|\d{5}|\b(?:ok(?:ay)?|yes|true|done|got|taken?|thanks?|received|process(?:ed|ing)?|pending|waiting|completed?|confirm(?:ed)?|sent|in progress|started|approved|good|fine|noted|recorded|saved|stored|added|placed|paid|acknowledged)\b/i

const longest = 10_000

/** Codes made readable as sentences: `INVALID_TOKEN` and `InvalidToken` as `INVALID TOKEN` and `Invalid Token`. */
function plainText(text: string): string {
  return text
    .slice(0, longest)
    .normalize('NFKC')
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
}

function hasSuccess(plain: string): boolean {
  return !notDone.test(plain) && (done.test(plain) || foreignDone.test(plain))
}

const noFault = new RegExp(
  [
    String.raw`\b(?:no|zero|0|without(?: any)?|free of)\s+(?:err(?:ors?)?|failures?|faults?|problems?)\b`,
    String.raw`\berror free\b`,
    String.raw`\b(?:not|never)\s+(?:failed|rejected|refused|denied)\b`,
    String.raw`\bsin errores\b|\bsin error\b|\bning[uú]n error\b|\bsem erros?\b|\bsans erreurs?\b|\baucune erreur\b`,
    String.raw`\bfehlerfrei\b|\bohne fehler\b|\bkeine? fehler\b|без ошибок|нет ошибок|ошибок нет|\bhatas[iı]z\b`,
    '(?:无|無|没有|沒有)(?:错误|錯誤)|エラーなし|오류 없음|بدون خطا|خطایی نیست|بدون خطأ|لا يوجد خطأ',
  ].join('|'),
  'giu',
)

const fault = new RegExp(
  String.raw`\b(?:${[
    'err(?:ors?)?|exception|fail(?:ed|ure|s)?|invalid|unauthori[sz]ed|unauthenticated|forbidden|denied|refused|rejected|unsuccessful',
    'mismatch(?:ed)?|incorrect|wrong|malformed|illegal|not ?ok|bad (?:request|signature|credentials?|token|key)|ko|nok',
    'not (?:allowed|permitted|authori[sz]ed|authenticated|found|(?:an? )?valid|accepted|registered|recogni[sz]ed|supported|exist|logged in)',
    "(?:does|do|did)(?: not|n't) (?:match|exist)|no (?:access|permission|such)|must (?:be|not|have|contain)|can ?not|can't|could(?: not|n't)",
    'please (?:log|sign) ?in|(?:log|sign) ?in(?: again| first| required)|authentication (?:is )?(?:required|needed)|(?:access|is) restricted',
    'insufficient|not (?:enough|sufficient)|exceed(?:s|ed)?|exhausted|too (?:many|much|few|low|high|small|large|big|long|short|often|old|new|late|early)|duplicated?',
    'limit (?:(?:is|was|has been) )?reached|(?:suspended|frozen|locked|blocked|disabled|inactive|deactivated)|replay(?:ed)?|reused?',
    '(?:out of|outside(?: of)?) (?:the )?(?:\\w+ ){0,2}(?:range|bounds|window)|stale|(?:below|above) (?:the )?(?:minimum|maximum)',
    'unexpected|unterminated|unsupported|already (?:used|exists)|is empty|empty body|not (?:of type|whitelisted)',
    '(?:not|should be) (?:an? )?(?:valid )?(?:json|object|string|number|integer)|(?:json|object|string|number) expected',
    'expect(?:s|ed|ing) (?:an? )?(?:json|object|string|number|value|property)|trailing characters|extra data|eof',
  ].join('|')})\b`,
  'i',
)

const credential = String.raw`(?:(?:access|api|auth|bearer|secret|public)\s+)?(?:tokens?|keys?|signatures?|sign|hmac|credentials?|authori[sz]ation|authentication|headers?|param(?:eter)?s?|fields?|timestamps?|nonces?|secrets?|merchants?|sessions?|schemes?|terminals?|bod(?:y|ies)|payloads?)`

/** Words for a wrong credential: they decide even where words of success stand beside them. */
const credentialFault = new RegExp(
  [
    String.raw`\b(?:missing|unknown|expired|invalid|wrong|incorrect|revoked|bad|malformed|unauthori[sz]ed|no)\s+(?:\w{1,30}\s+){0,2}${credential}\b`,
    String.raw`\b${credential}\s+(?:\w{1,30}\s+){0,3}(?:missing|required|expired|unknown|invalid|wrong|incorrect|revoked|rejected|mismatch(?:ed)?|failed|malformed|not (?:valid|found|match|recogni[sz]ed|registered|accepted|provided|allowed))\b`,
    String.raw`\bsignature does(?: not|n't) match\b`,
  ].join('|'),
  'i',
)

/** The accepted window and the submitted amount may be those of a fault. */
const done =
  /\b(?:registered|created|queued|scheduled|success(?:ful|fully)?|(?<!\b(?:the|an?|any|your|outside)\s)(?:submitted|accepted))\b/i
const notDone =
  /\b(?:not|never|cannot|can't|n't|without|only|nothing|no)\s+(?:be(?:en)?\s+)?(?:\w{1,30}\s+)?(?:registered|submitted|accepted|created|queued|scheduled|success(?:ful|fully)?)\b/i

const foreignFault = new RegExp(
  [
    'خطا|نامعتبر|(?:معتبر|صحیح|درست) نیست|الزامی|مسدود|غیر ?‌?مجاز|مجاز نیست|ناموفق|رد شد|منقضی|یافت نشد|اشتباه|نادرست|دسترسی ندارید|احراز هویت|کافی نیست|ناکافی|بیش از|پر شده|تکراری|امکان ?‌?پذیر نیست', // Persian
    'خطأ|غير صالح|غير مصرح|غير صحيح|مرفوض|فشل|ممنوع|انتهت صلاحية|غير كاف|تجاوز', // Arabic
    '错误|錯誤|失败|失敗|无效|無效|未授权|未授權|无权|無權|拒绝|拒絕|禁止|过期|過期|不正确|不正確|不存在|缺少|非法|不匹配|未登录|请登录|不成功|未成功|不足|超过|超過|超出|超限|重复|重複', // Chinese
    String.raw`inv[aá]lid[oa]|no v[aá]lid[oa]|no (?:est[aá] )?autorizad[oa]|denegad[oa]|rechazad[oa]|caducad[oa]|expirad[oa]|incorrect[oa]|prohibid[oa]|fallid[oa]|fall[oó]\b|no permitid[oa]|no encontrad[oa]|insuficientes?|excedid[oa]|excede|supera`, // Spanish, Portuguese
    String.raw`n[aã]o autorizad[oa]|negad[oa]|recusad[oa]|\berro\b|falhou`, // Portuguese
    'invalide|non autoris[eé]|refus[eé]e?|erreur|[eé]chec|interdit|expir[eé]|introuvable|insuffisant|dépass[eé]', // French
    'ungültig|nicht (?:autorisiert|berechtigt|erlaubt|gefunden)|verweigert|abgelehnt|fehler|fehlgeschlagen|verboten|abgelaufen|nicht (?:genug|ausreichend)|reicht nicht|überschritten', // German
    'ошибк|неверн|недейств|недопустим|запрещ|отказан|отклон|не авторизован|истек|не найден|недостаточ|превыш', // Russian
    'geçersiz|yetkisiz|reddedildi|başarısız|bulunamadı|süresi doldu|yetersiz|aşıldı', // Turkish
    'エラー|無効|不正|失敗|拒否|認証に|超え|오류|잘못|실패|거부|유효하지|권한이 없|부족|초과', // Japanese, Korean
  ].join('|'),
  'iu',
)

const foreignDone = new RegExp(
  [
    'ثبت شد|(?<!نا)موفق|تم التسجيل|بنجاح',
    '(?<![不未])成功|已提交|已登记|已登記|已受理|登録されました|등록되었',
    `(?<!no )(?:registrad[oa]|exitos[oa]|correctamente)|con [eé]xito|com sucesso|enregistr[eé]e?|avec succ[eè]s|registriert|erfolgreich`,
    'успешно|зарегистрирован|başarıyla|kaydedildi',
  ].join('|'),
  'iu',
)
