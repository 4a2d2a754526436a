import { pause } from '../engine/wait.ts';
import { rpcUrlOf } from '../wallet/relay.ts';
import { whenShown } from './announced.ts';
import { fetchPrepared } from './fetch-prepared.ts';
import type { At } from './page-state.ts';
import { type World, withWallet } from './world.ts';

/** How often a rate is asked for anew while the payer reads, in milliseconds. */
const REQUOTE_MS = 20_000;

/** Opens the wallet for a step that was announced, once it was to be read. */
export async function openAnnounced(world: World, { opens }: At<'review'>): Promise<void> {
  const { signal } = world;
  if (opens && (await whenShown(signal))) world.dispatch({ type: 'announced_shown' });
}

/** Polls for a fresh rate while the payer reads. */
export async function requote(world: World, state: At<'review'>): Promise<void> {
  const { signal } = world;
  const converts = state.link.payments.some(({ conversion }) => conversion !== undefined);
  while (converts && state.sent === undefined && !signal.aborted) {
    await pause(REQUOTE_MS);
    if (signal.aborted || document.visibilityState === 'hidden') continue;
    const prepared = await fetchPrepared(world, state);
    if (!signal.aborted) world.dispatch({ type: 'requoted', ...prepared });
  }
}

/** Continues by itself once there is a rate to pay with, or nothing left to pay. */
export async function awaitRate(world: World, state: At<'stale'>): Promise<void> {
  const { signal } = world;
  while (!signal.aborted) {
    await pause(REQUOTE_MS);
    if (signal.aborted || document.visibilityState === 'hidden') continue;
    const { answer } = await fetchPrepared(world, state);
    if (signal.aborted) return;
    // An answer that says the same again would only make the page flicker.
    if (answer.status === 200 || answer.status === 409) world.dispatch({ type: 'refresh' });
  }
}

/** Requests the wallet to switch to the link's network. */
export async function switchChain(world: World, state: At<'switching'>): Promise<void> {
  const { network, networkId } = state.link;
  const rpcUrl = rpcUrlOf(world.config.networks, networkId);
  await withWallet(world, state.payer.wallet.id, async (provider) => {
    const evm = await import('../wallet/evm.ts');
    const chainId = await evm.switchChain(provider, network, rpcUrl);
    world.dispatch({ type: 'chain_changed', chainId });
  });
}
