declare module 'undici/lib/api/api-request.js' {
  import type { Pool } from 'undici';

  const request: Pool['request'];
  export = request;
}

declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';

  export = Pool;
}
