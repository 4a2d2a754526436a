/** What a host said: its status and body; status 0 when nothing usable came back in time. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** When a 429 or 503 asks to come back, in seconds. */
  readonly retryAfterS?: number;
}

/** Asks a host, once. Never throws: an outage is an answer with status 0. */
export async function request(url: string, init: RequestInit, timeoutMs: number): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { ...init, cache: 'no-store', signal });
    const body: unknown = await response.json();
    const retryAfterS = Number(response.headers.get('retry-after'));
    return { status: response.status, body, ...(retryAfterS > 0 && { retryAfterS }) };
  } catch {
    return { status: 0, body: undefined };
  }
}
