import { Fragment } from 'preact';
import { Address, Primary, Secondary, Title } from '../../ui/parts.tsx';
import { Allowances } from '../allowances.tsx';
import { announcedUntil } from '../announced.ts';
import { Elsewhere } from '../elsewhere.tsx';
import { loadedExpected } from '../expected-part.ts';
import { headlineOf } from '../link.ts';
import { billedMessages } from '../messages/en/billed.ts';
import type { At } from '../page-state.ts';
import { type LaterFrame, type LaterScreen, money, Noticed, sumText } from '../parts.tsx';
import { isUnlimited, type Step } from '../plan.ts';
import { loadedSafe } from '../safe-part.ts';
import { fitsTogether, signsAtOnce } from '../steps.ts';
import { Bill, countDue, isConverted } from './bill.tsx';
import { LeftOut } from './left-out.tsx';
import { LookAlikes } from './look-alikes.tsx';
import { OtherAccounts } from './other-accounts.tsx';
import { OtherWallet } from './other-wallet.tsx';

/** The whole bill, what the next signature does, and the one button for it. */
export const Review: LaterScreen<'review'> = ({ state, frame }) => {
  const messages = billedMessages.review;
  const { plan, payer, link, signed, together } = state;
  const expected = loadedExpected();
  const [step] = plan.steps;
  const switched = payer.chainId === link.network.chainId;
  const several = fitsTogether(plan);
  const atOnce = signsAtOnce(state);
  const total = atOnce ? 1 : signed + plan.steps.length;
  return (
    <>
      <Title>
        {messages.title}
        {total > 1 && <span class="progress"> {messages.step(signed + 1, total)}</span>}
      </Title>
      {expected?.isAsExpected(frame.config.token, link) && (
        <p class="matched">
          {expected.expectedMessages[hasFeesOnTop(plan) ? 'sameButFees' : 'same']}
        </p>
      )}
      {state.sent === undefined && <LookAlikes found={plan.lookAlikes} />}
      <Noticed state={state} frame={frame} />
      {state.sent !== undefined && <p class="notice">{messages.feesLeft}</p>}
      <Bill state={state} />
      <Signed state={state} atOnce={atOnce} frame={frame} />
      {!switched && (
        <p class="notice">{messages.wrongNetwork(payer.wallet.name, link.network.name)}</p>
      )}
      <LeftOut payments={link.payments}>
        <Primary onClick={() => frame.dispatch({ type: 'go' })}>
          {switched
            ? labelOf(atOnce ? undefined : step, state)
            : messages.switchTo(link.network.name)}
        </Primary>
        {!switched && <p class="fine">{frame.messages.switchByHand(link.network.name)}</p>}
        {switched && several && together === 'ready' && (
          <>
            <Secondary onClick={() => frame.dispatch({ type: 'go', atOnce: true })}>
              {messages.allAtOnce(plan.steps.length)}
            </Secondary>
            <p class="fine">{messages.allAtOnceNote(payer.wallet.name)}</p>
          </>
        )}
      </LeftOut>
      <Allowances state={state} frame={frame} />
      <Elsewhere state={state} frame={frame} />
      <OtherAccounts state={state} frame={frame} />
      <OtherWallet state={state} frame={frame} />
    </>
  );
};

interface Shown {
  readonly state: At<'review'>;
}

interface SignedProps extends Shown {
  readonly atOnce: boolean;
  readonly frame: LaterFrame;
}

/** What the next signature does, in sentences that are made from its bytes. */
function Signed({ state, atOnce, frame }: SignedProps) {
  const messages = billedMessages.review;
  const { steps } = state.plan;
  const count = atOnce ? steps.length : announcedUntil(steps, frame.config);
  return (
    <div class="signed">
      <h3>{messages.whatYouSign}</h3>
      {atOnce && <p>{safeOf(state)?.note(steps.length) ?? messages.atOnce(steps.length)}</p>}
      {state.opens && <p class="notice">{messages.opens}</p>}
      {steps.slice(0, count).map((one, at) => (
        <Fragment key={at}>
          {at === 1 && !atOnce && <p class="notice">{messages.nextOpens}</p>}
          <Explained step={one} state={state} />
        </Fragment>
      ))}
    </div>
  );
}

/** Whether fees leave the wallet beside what a link names. */
function hasFeesOnTop({ fees, contractFees }: At<'review'>['plan']): boolean {
  return contractFees.length > 0 || fees.some(({ bearer }) => bearer === 'payer');
}

/** What a proposal to a Safe is called; undefined for any other signature. */
function safeOf({ together }: At<'review'>) {
  return together === 'safe' ? loadedSafe()?.safeMessages : undefined;
}

/** One signature in a sentence that is made from its bytes. */
function Explained({ step, state }: Shown & { readonly step: Step }) {
  const messages = billedMessages.review;
  const contract = 'spender' in step ? step.spender : step.call.to;
  return (
    <>
      <p>
        {step.kind === 'pay' && <Payment step={step} state={state} />}
        {step.kind === 'fee' && (
          <>
            {messages.feeText(step.fee.label, money(step.fee))}{' '}
            <Address address={step.fee.address} />.
          </>
        )}
        {(step.kind === 'approve' || step.kind === 'reset') && approvalText(step)}
      </p>
      <p class="fine">
        {messages.contract} <Address address={contract} />
      </p>
      {step.networkFeeNote && <p class="fine">{step.networkFeeNote}</p>}
    </>
  );
}

function Payment({ step, state }: Shown & { readonly step: Paying }) {
  const { link, plan } = state;
  const messages = billedMessages.review;
  const [{ payee, asset }] = link.payments;
  const [headline] = headlineOf(link);
  if (link.kind !== 'single') return <>{messages.batchText(step.payments, countDue(state))}</>;
  const amount =
    headline === undefined || plan.mainUnits === undefined
      ? ''
      : money({ ...headline, units: plan.mainUnits });
  return (
    <>
      {messages.payText}{' '}
      {isConverted(state)
        ? messages.payConverted(amount, asset.symbol)
        : messages.paySummary(amount)}{' '}
      <Address address={payee ?? ''} />
      {step.fees.map((fee) => (
        <Fragment key={`${fee.address}${fee.label}`}>
          {' '}
          {messages.payFee(money(fee))} <Address address={fee.address} />
        </Fragment>
      ))}{' '}
      {messages.payReference} <span class="address">{plan.paymentReference}</span>.
    </>
  );
}

type Paying = Extract<Step, { readonly kind: 'pay' }>;
type Approval = Extract<Step, { readonly kind: 'reset' | 'approve' }>;

function approvalText({ kind, asset, units }: Approval): string {
  const messages = billedMessages.review;
  if (kind === 'reset') return messages.resetText(asset.symbol);
  return isUnlimited(units)
    ? messages.approveUnlimited(asset.symbol)
    : messages.approveText(money({ asset, units }));
}

function labelOf(step: Step | undefined, state: At<'review'>): string {
  const messages = billedMessages.review;
  switch (step?.kind) {
    case 'reset':
      return messages.resetButton;
    case 'approve':
      return isUnlimited(step.units)
        ? messages.approveUnlimitedButton(step.asset.symbol)
        : messages.approveButton(money(step));
    case 'fee':
      return messages.feeButton(money(step.fee));
    default: {
      const amount = paidByCall(state, step);
      return safeOf(state)?.button(amount) ?? messages.payButton(amount);
    }
  }
}

/** What one payment takes, or all steps together without one; of a single conversion the invoice. */
export function paidByCall(
  state: Pick<At<'review'>, 'link' | 'plan'>,
  step: Paying | undefined,
): string {
  const { link, plan } = state;
  if (isConverted(state) && link.kind === 'single') return sumText(headlineOf(link));
  return sumText(step?.totals ?? plan.totals);
}
