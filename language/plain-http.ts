/** Node's HTTP. Imported by its name it loads all of `fetch`, whose classes it exports as well, and takes ten times as long. */
export const plainHttp = process.getBuiltinModule('node:http')
