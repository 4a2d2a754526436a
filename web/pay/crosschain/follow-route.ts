import { pause } from '../../engine/wait.ts';
import { rpcUrlOf } from '../../wallet/relay.ts';
import { networkOf } from '../link.ts';
import { hasFailed, isSameHash, readIntents } from './payment-intents.ts';
import { recordRoute } from './record-route.ts';
import { noteShown } from './resume.ts';
import type { SourceWord } from './route-state.ts';
import type { RouteWorld } from './route-world.ts';
import { isRecordable, type SentRoute } from './sent-route.ts';

/** While a payment is new it is asked about every second and a half, later less often. */
const NEW_POLL_MS = 1_500;
const PATIENT_AFTER_MS = 120_000;
const PATIENT_POLL_MS = 10_000;

/** Follows payments from other networks until the link is paid or the page is left; what this browser sent is reported first. */
export async function followRoute(world: RouteWorld, sent: SentRoute | undefined): Promise<void> {
  const { signal } = world;
  const begin = Date.now();
  if (sent !== undefined) void followSource(world, sent);
  let isRecorded = sent?.isRecorded ?? true;
  while (!signal.aborted) {
    if (sent !== undefined && !isRecorded) isRecorded = await recordRoute(world, sent);
    await readLinkAgain(world, sent);
    const isNew = Date.now() - begin < PATIENT_AFTER_MS;
    if (!signal.aborted) await pause(isNew ? NEW_POLL_MS : PATIENT_POLL_MS);
  }
}

async function readLinkAgain(world: RouteWorld, sent: SentRoute | undefined): Promise<void> {
  const { signal } = world;
  const answer = await world.api.view();
  if (signal.aborted) return;
  if (answer.status === 409) {
    world.memory.clear();
    world.dispatchPage({ type: 'viewed', answer });
    return;
  }
  if (answer.status === 200) {
    const intents = readIntents(answer.body);
    noteShown([...intents.map(({ id }) => id), ...(sent ? [sent.hash] : [])]);
    // Where it is final that this one did not arrive, another one may be sent from this browser.
    const own = intents.find(({ hash }) => isSameHash(hash, sent?.hash));
    if (sent && own && hasFailed(own)) world.memory.dropSent(sent.hash);
    world.dispatch({ type: 'intents_read', intents });
  } else if (answer.status === 0 || answer.status >= 500) world.dispatch({ type: 'unanswered' });
}

/** Reads the source network as far as the page can: through the wallet that sent it, or in the sandbox through its own host. */
async function followSource(world: RouteWorld, sent: SentRoute): Promise<void> {
  const { signal } = world;
  const evm = await import('../../wallet/evm.ts');
  const { hash, at, walletId, networkId } = sent;
  const chain = {
    chainId: networkOf(networkId)?.chainId,
    rpcUrl: rpcUrlOf(world.config.networks, networkId),
  };
  const reader = await evm.findReader(world.provider(walletId), chain);
  if (reader === undefined) return;
  const say = (word: SourceWord) => {
    if (!signal.aborted) world.dispatch({ type: 'source_read', word });
  };
  await evm.follow(
    reader,
    { hash, at, signal },
    {
      onMined: () => say('mined'),
      onVanished: () => say(undefined),
      onReverted: () => say('reverted'),
      onReplaced: (replaced) => {
        const next = { ...sent, hash: replaced, isRecorded: !isRecordable(sent.token) };
        world.memory.write(next);
        world.dispatch({ type: 'sent', sent: next });
      },
      onCancelled: () => say('replaced'),
      onLost: () => say('lost'),
    },
  );
}
