import type { Hex } from 'viem';
import { z } from 'zod';
import { currencyById } from '#catalog/currencies.ts';
import { partnersOf } from './partners-of.ts';
import { sendToHost } from './send-to-host.ts';
import type { ReachedWorld } from './world.ts';

const USDC = 'USDC-sepolia';

/** A partner with a client ID that is linked to it. */
interface FeePair {
  /** The headers with which the partner acts for the client ID. */
  readonly pair: Readonly<Record<string, string>>;
  /** Those of the session of the platform that has the client ID. */
  readonly session: Readonly<Record<string, string>>;
  readonly payee: Hex;
}

/**
 * A partner that takes 2.5 % of the payee and 1 % of the payer, with a client ID that is paid in USDC on
 * Sepolia.
 */
export async function feePair(
  world: ReachedWorld,
  receivers: { readonly borneByPayee: string; readonly borneByPayer: string },
): Promise<FeePair> {
  const { wallet, key } = await partnersOf(world).newPartner();
  const { headers } = wallet;
  const usdc = currencyById(USDC);
  const said = await sendToHost(`${world.authUrl}/v1/payee-destination`, {
    headers,
    body: { tokenAddress: usdc?.address, chainId: usdc?.chainId },
  });
  const { destinationId } = z.object({ destinationId: z.string() }).parse(said.body);
  const made = await sendToHost(`${world.authUrl}/v1/client-ids`, {
    headers,
    body: { label: 'Stall', allowedDomains: [], payeeDestinationId: destinationId },
  });
  const { clientId } = z.object({ clientId: z.string() }).parse(made.body);
  await sendToHost(`${world.apiUrl}/v2/orchestrators/client-ids`, {
    headers: key,
    body: { clientId },
  });
  for (const [feeBearer, bps, evmRecipientAddress] of [
    ['recipient', 250, receivers.borneByPayee],
    ['payer', 100, receivers.borneByPayer],
  ] as const) {
    const body = { flow: 'incoming', feeBearer, bps, usdCap: '20', evmRecipientAddress };
    const answer = await sendToHost(`${world.apiUrl}/v2/orchestrators/fee-configs`, {
      headers: key,
      body,
    });
    if (answer.status !== 201) throw new Error(`no fee config: ${JSON.stringify(answer.body)}`);
  }
  return {
    pair: { ...key, 'x-client-id': clientId },
    session: headers,
    payee: wallet.address,
  };
}
