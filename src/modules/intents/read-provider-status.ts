import { isNetworkId, NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { isHex } from '#kit/hex.ts';
import type { IntentView } from './model/intent-view.ts';

/** The route provider's words for a payment, for people: they prove nothing, and nothing follows from them. */
export interface ProviderView {
  readonly name: string;
  /** `pending`, `done`, `failed` or `invalid`; `unknown` where it does not know the transaction. */
  readonly status: string;
  /** `REFUNDED` and `PARTIAL` are done too. */
  readonly substatus: string | null;
  readonly message: string | null;
  readonly receivingTxHash: string | null;
}

/**
 * Asks the route provider about a payment from another network. Undefined where there is no provider or no transaction to
 * ask for; one that does not answer has the status `no answer`, and its error as the message.
 */
export async function readProviderStatus(
  { routes }: Pick<Context, 'routes'>,
  { network, txHash }: Pick<IntentView, 'network' | 'txHash'>,
): Promise<ProviderView | undefined> {
  if (routes === undefined || !isNetworkId(network)) return undefined;
  if (txHash === null || !isHex(txHash)) return undefined;
  const unsaid = { name: routes.name, substatus: null, message: null, receivingTxHash: null };
  try {
    const sourceChainId = NETWORKS[network].chainId;
    const said = await routes.readStatus({ sourceChainId, transactionHash: txHash });
    if (said === undefined) return { ...unsaid, status: 'unknown' };
    const { status, substatus = null, message = null, receivingHash = null } = said;
    return { name: routes.name, status, substatus, message, receivingTxHash: receivingHash };
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    return { ...unsaid, status: 'no answer', message: error.message };
  }
}
