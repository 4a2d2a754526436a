/** Who calls the API: the page, for a payer or a wallet. */
export interface PageCaller {
  /** Both without a trailing slash; the page's client ID lists the origin of its host. */
  readonly apiUrl: string;
  readonly payUrl: string;
  readonly clientId: string;
  /** Passed on, so that those behind the page do not share one rate limit. */
  readonly ip: string;
  readonly correlationId: string;
}

interface ApiCall {
  /** Below `/v2/`. */
  readonly path: string;
  /** Sent as JSON by POST; left out, the path is read. */
  readonly body?: object;
  readonly timeoutMs: number;
}

/** Calls the API over HTTP as the page, like any client. Rejects where it does not answer in time. */
export async function callApi(
  { apiUrl, payUrl, clientId, ip, correlationId }: PageCaller,
  { path, body, timeoutMs }: ApiCall,
): Promise<Response> {
  return await fetch(`${apiUrl}/v2/${path}`, {
    headers: {
      accept: 'application/json',
      origin: new URL(payUrl).origin,
      'x-client-id': clientId,
      'x-forwarded-for': ip,
      'x-request-id': correlationId,
      'x-correlation-id': correlationId,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
}
