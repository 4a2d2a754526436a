/**
 * Asks who is signed in before the other scripts are there; the document loads this one first. It reads for itself where
 * to ask, as what it would import would have to be loaded before.
 */
let requested: Promise<Response> | undefined;

const handed: unknown = JSON.parse(
  document.getElementById('dashboard')?.dataset['handed'] ?? 'null',
);
if (typeof handed === 'object' && handed !== null && 'authUrl' in handed) {
  requested = fetch(`${handed.authUrl}/v1/auth/session`, {
    credentials: 'include',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  });
  // Whoever takes it sees that it failed; until then nobody does.
  requested.catch(() => undefined);
}

/** The answer to that question, once: whoever asks again asks anew. */
export function takeSessionAnswer(): Promise<Response> | undefined {
  const taken = requested;
  requested = undefined;
  return taken;
}
