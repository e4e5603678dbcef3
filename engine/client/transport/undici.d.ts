// The whole of undici loads fetch, WebSocket, caches and mocks as well, which takes a start longer than all of Assay's own sources.
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici'
}
declare module 'undici/lib/dispatcher/proxy-agent.js' {
  export { ProxyAgent as default } from 'undici'
}
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici'
}
declare module 'undici/lib/api/api-connect.js' {
  import type { Dispatcher } from 'undici'

  const openTunnel: Dispatcher['connect']
  export default openTunnel
}
declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici'
}
