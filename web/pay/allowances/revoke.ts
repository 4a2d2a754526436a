import { member } from '../../engine/members.ts';
import { inOneTab } from '../../wallet/one-tab.ts';
import type { Provider } from '../../wallet/provider.ts';
import { rpcUrlOf } from '../../wallet/relay.ts';
import { TRUSTED_CONTRACTS } from '../../wallet/trusted-contracts.generated.ts';
import type { PageConfig } from '../config.ts';
import type { Link } from '../link.ts';
import { allowancesMessages as messages } from '../messages/en/allowances.ts';
import type { Plan } from '../plan.ts';
import {
  type Allowed,
  allowanceCall,
  allowedOf,
  type ExcessAllowance,
  isExcess,
  readUnits,
  revocationCall,
} from './excess.ts';

/** Whose allowances are meant, and where they are read. */
export interface Owner {
  readonly config: PageConfig;
  readonly link: Link;
  readonly provider: Provider;
  readonly address: string;
}

/** Reads what stands beyond a payment, by the wallet where it is on the network of the link; none where nobody answers. */
export async function readExcess(
  { config, link, provider, address }: Owner,
  plan: Pick<Plan, 'steps'> | undefined,
): Promise<readonly ExcessAllowance[]> {
  const contracts = TRUSTED_CONTRACTS[link.networkId];
  if (contracts === undefined) return [];
  const evm = await import('../../wallet/evm.ts');
  const { chainId } = link.network;
  const rpcUrl = rpcUrlOf(config.networks, link.networkId);
  const reader = await evm.findReader(provider, { chainId, rpcUrl });
  if (reader === undefined) return [];
  const read = async (allowed: Allowed): Promise<readonly ExcessAllowance[]> => {
    const units = readUnits(await evm.readCall(reader, allowanceCall(allowed, address)));
    return units === undefined ? [] : [{ ...allowed, units }];
  };
  const found = await Promise.all(allowedOf(link, contracts, plan).map(read));
  return found.flat().filter(isExcess);
}

/** What a revocation came to: undefined once a block holds it, else what is to be said. */
export async function revoke(
  { config, link, provider, address }: Owner,
  allowed: Allowed,
  { signal, onSent }: { readonly signal: AbortSignal; readonly onSent: () => void },
): Promise<string | undefined> {
  const evm = await import('../../wallet/evm.ts');
  const { network, networkId } = link;
  const { chainId } = network;
  let hash: string | undefined;
  let refusal: unknown;
  const request = async () => {
    const account = await evm.reconnect(provider);
    if (account?.chainId !== chainId) {
      await evm.switchChain(provider, network, rpcUrlOf(config.networks, networkId));
    }
    hash = await evm.send(provider, { ...revocationCall(allowed), from: address, chainId });
  };
  const hasLock = await inOneTab(config.token, () =>
    request().catch((error: unknown) => {
      refusal = member(error, 'refusal');
    }),
  );
  if (!hasLock) return messages.otherTab;
  if (hash === undefined) return refusal === 'declined' ? messages.declined : messages.failed;
  onSent();
  return (await isMined(provider, hash, signal)) ? undefined : messages.reverted;
}

/** Waits for a block; false where the transaction was reverted, cancelled or lost. */
async function isMined(provider: Provider, hash: string, signal: AbortSignal): Promise<boolean> {
  const evm = await import('../../wallet/evm.ts');
  const done = new AbortController();
  const ended = AbortSignal.any([signal, done.signal]);
  let isDone = false;
  const end = (outcome: boolean) => {
    isDone ||= outcome;
    done.abort();
  };
  await evm.follow(
    { provider },
    { hash, at: Date.now(), signal: ended },
    {
      onMined: () => end(true),
      onVanished: () => undefined,
      onReverted: () => end(false),
      onReplaced: () => undefined,
      onCancelled: () => end(false),
      onLost: () => end(false),
    },
  );
  return isDone;
}
