import type { Provider } from '../../wallet/provider.ts';
import type { TronTransaction } from '../../wallet/tron/transaction.ts';
import type { World } from '../world.ts';
import { keepSigned } from './signed-transactions.ts';

interface Signing {
  readonly from: string;
  readonly transaction: TronTransaction;
}

/**
 * Requests one signature, and keeps what was signed: whoever follows it hands it to the network, also after a
 * reload. Answers its id; undefined where the wallet signed something else.
 */
export async function signOnTron(
  { config }: Pick<World, 'config'>,
  provider: Provider,
  { from, transaction }: Signing,
): Promise<string | undefined> {
  const signature = await provider.code?.signTransaction(provider, { from, transaction });
  if (signature === undefined) return undefined;
  // What was checked is sent on, and of the wallet's answer the signature alone.
  keepSigned(config.token, from, { ...transaction, signature: [signature] });
  return transaction.txID;
}
