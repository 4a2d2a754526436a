import type { Answer } from '../../engine/request.ts';
import type { Provider } from '../../wallet/provider.ts';
import type { Together } from '../../wallet/together.ts';
import { mayHaveSent } from '../../wallet/with-wallet.ts';
import { safeMessages } from '../messages/en/safe.ts';
import type { OwnProposal } from '../own-proposal.ts';
import type { At, SignatureRefusal } from '../page-state.ts';
import type { World } from '../world.ts';
import { writeOpen } from '../write-open.ts';
import { deadlineOf } from './safe-deadline.ts';

/** What owners sign: 32 bytes. Wallets that give their calls other names can be asked for them only. */
const HASH = /^0x[0-9a-f]{64}$/i;

/** What is proposed, and the answer that it comes from. */
interface Proposing {
  readonly state: At<'signing'>;
  readonly answer: Answer;
}

/**
 * Requests the wallet to propose all calls of a plan as one transaction of its Safe. What it answers is what the
 * owners sign, which no node ever has as a transaction. It is stored before anything else, so that nobody proposes twice.
 */
export async function propose(
  world: World,
  provider: Provider,
  { state, answer }: Proposing,
): Promise<void> {
  const { link, payer, plan } = state;
  const { memory, dispatch } = world;
  const until = deadlineOf(answer.body);
  const refuse = (refusal: SignatureRefusal) => dispatch({ type: 'wallet_refused', refusal });
  const payments = plan.steps.filter(({ kind }) => kind === 'pay').length;
  if (payments > 1 || until === undefined) return refuse(safeMessages.several);
  const stored = { sent: undefined, chain: link.networkId, view: world.view };
  const restore = writeOpen(world, link);
  const sent = await request(provider, {
    from: payer.address,
    chainId: link.network.chainId,
    calls: plan.steps.map(({ call }) => call),
  }).catch((error: unknown) => {
    if (!mayHaveSent(error)) restore();
    throw error;
  });
  if ('refusal' in sent) {
    if (!sent.mayBeOpen) restore();
    return refuse(sent.refusal);
  }
  const walletId = payer.wallet.id;
  if (!HASH.test(sent.id)) {
    // They are looked for at their wallet, as any calls that a wallet has taken.
    const { followCalls, walletCallsMessages } = await import('../wallet-calls.ts');
    const proposal = memory.read()?.proposal;
    memory.write({ ...stored, calls: { id: sent.id, walletId }, proposal });
    refuse(walletCallsMessages.underWay);
    return void followCalls(world);
  }
  const own: OwnProposal = {
    safeTxHash: sent.id.toLowerCase(),
    safe: payer.address,
    until,
    walletId,
    isReported: false,
    isOver: false,
  };
  memory.write({ ...stored, proposal: own });
  dispatch({ type: 'remembered', memory: { ...stored, proposal: own } });
}

type Requested =
  | { readonly id: string }
  | { readonly refusal: SignatureRefusal; readonly mayBeOpen: boolean };

/** A wallet that knows no calls at once may propose a single one as a transaction. */
async function request(provider: Provider, proposal: Together): Promise<Requested> {
  const { from, chainId, calls } = proposal;
  const { isUnclear, sendTogether } = await import('../wallet-calls.ts');
  const sent = await sendTogether(provider, proposal);
  if (!('problem' in sent)) return sent;
  const [only, ...others] = calls;
  if (sent.problem !== 'not_atomic' || only === undefined || others.length > 0) {
    const refusal = safeMessages.problems[sent.problem] ?? safeMessages.notTogether;
    return { refusal, mayBeOpen: isUnclear(sent.problem) };
  }
  const evm = await import('../../wallet/evm.ts');
  return { id: await evm.send(provider, { ...only, from, chainId }) };
}
