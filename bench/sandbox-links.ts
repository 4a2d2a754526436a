import { z } from 'zod';
import type { SandboxFile } from '../src/sandbox/sandbox-file.ts';
import { asCall, sendCall } from '../src/sandbox/test-wallet.ts';

const Link = z.object({ token: z.string() });
const Calldata = z.object({
  transactions: z.array(z.object({ to: z.string(), data: z.string(), value: z.string() })).min(1),
});

/** Creates a link over USDC on Sepolia; answers its token. */
export async function createLink(sandbox: SandboxFile, amount: string): Promise<string> {
  const { apiUrl, apiKey, payee } = sandbox;
  const requests = [{ destinationId: payee.destinationId, amount }];
  const { token } = await call(Link, `${apiUrl}/v2/secure-payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ requests }),
  });
  return token;
}

/** Pays a link by the test payer; answers the hash of the payment, which comes last. */
export async function payLink(sandbox: SandboxFile, token: string): Promise<string> {
  const { apiUrl, clientId, origin, payer } = sandbox;
  const url = `${apiUrl}/v2/secure-payments/${token}/pay?wallet=${payer.address}`;
  const { transactions } = await call(Calldata, url, {
    headers: { 'x-client-id': clientId, origin },
  });
  let hash = '';
  for (const transaction of transactions) {
    hash = await sendCall(sepoliaOf(sandbox), payer, asCall(transaction));
  }
  return hash;
}

/** The answer to a call, read by its schema; throws what the server said in place of one. */
export async function call<T>(schema: z.ZodType<T>, url: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
  return schema.parse(JSON.parse(text));
}

/** The local node of Sepolia. */
export function sepoliaOf(sandbox: SandboxFile) {
  const sepolia = sandbox.networks['sepolia'];
  if (sepolia === undefined) throw new Error('this sandbox has no Sepolia node');
  return sepolia;
}
