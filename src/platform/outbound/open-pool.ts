import type { Pool } from 'undici';
import request from 'undici/lib/api/api-request.js';
import BarePool from 'undici/lib/dispatcher/pool.js';

/**
 * Opens the connections to one origin. Of the package, only what it takes to send requests is loaded: the whole of it has
 * `fetch`, WebSockets and caches, 6 MB that nothing here uses.
 */
export function openPool(origin: string, options: Pool.Options): Pool {
  // As the package itself gives its pools their requests.
  return Object.assign(new BarePool(origin, options), { request });
}
