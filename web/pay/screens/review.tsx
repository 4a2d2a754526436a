import { Address, Primary, Secondary, Title } from '../../ui/parts.tsx';
import { headlineOf } from '../link.ts';
import { type LaterFrame, type LaterScreen, money, Noticed, sumText } from '../parts.tsx';
import type { At } from '../places.ts';
import { isUnlimited, type Step } from '../plan.ts';
import { fitsTogether } from '../steps.ts';
import { Bill, countDue, isConverted } from './bill.tsx';

/** The whole bill, what the next signature does, and the one button for it. */
export const Review: LaterScreen<'review'> = ({ visit, frame }) => {
  const { words } = frame;
  const { plan, payer, link, signed, together } = visit;
  const [step] = plan.steps;
  const switched = payer.chainId === link.network.chainId;
  const several = fitsTogether(plan);
  const atOnce = several && together === 'supported';
  const total = atOnce ? 1 : signed + plan.steps.length;
  return (
    <>
      <Title>
        {words.review.title}
        {total > 1 && <span class="progress"> {words.review.step(signed + 1, total)}</span>}
      </Title>
      <Noticed notice={visit.notice} signed={signed} frame={frame} />
      {visit.sent !== undefined && <p class="notice">{words.review.feesLeft}</p>}
      <Bill visit={visit} frame={frame} />
      <div class="signed">
        <h3>{words.review.whatYouSign}</h3>
        {atOnce && <p>{words.review.atOnce(plan.steps.length)}</p>}
        {(atOnce ? plan.steps : plan.steps.slice(0, 1)).map((one, at) => (
          <Explained key={at} step={one} visit={visit} frame={frame} />
        ))}
      </div>
      {!switched && (
        <p class="notice">{words.review.wrongNetwork(payer.wallet.name, link.network.name)}</p>
      )}
      <Primary onClick={() => frame.tell({ type: 'go' })}>
        {switched
          ? labelOf(atOnce ? undefined : step, visit, frame)
          : words.review.switchTo(link.network.name)}
      </Primary>
      {!switched && <p class="fine">{words.review.byHand(link.network.name)}</p>}
      {switched && several && together === 'ready' && (
        <>
          <Secondary onClick={() => frame.tell({ type: 'go', atOnce: true })}>
            {words.review.allAtOnce(plan.steps.length)}
          </Secondary>
          <p class="fine">{words.review.allAtOnceNote(payer.wallet.name)}</p>
        </>
      )}
      {visit.sent === undefined && (
        <Secondary onClick={() => frame.tell({ type: 'other_wallet' })}>
          {words.otherWallet}
        </Secondary>
      )}
    </>
  );
};

interface Shown {
  readonly visit: At<'review'>;
  readonly frame: LaterFrame;
}

/** One signature in a sentence that is made from its bytes. */
function Explained({ step, visit, frame }: Shown & { readonly step: Step }) {
  const { words } = frame;
  const contract = 'spender' in step ? step.spender : step.call.to;
  return (
    <>
      <p>
        {step.kind === 'pay' && <Payment step={step} visit={visit} frame={frame} />}
        {step.kind === 'fee' && (
          <>
            {words.review.feeText(step.fee.label, money(step.fee))}{' '}
            <Address address={step.fee.address} />
          </>
        )}
        {(step.kind === 'approve' || step.kind === 'reset') && approvalText(step, frame)}
      </p>
      <p class="fine">
        {words.review.contract} <Address address={contract} />
      </p>
    </>
  );
}

function Payment({ step, visit, frame }: Shown & { readonly step: Paying }) {
  const { link, plan } = visit;
  const words = frame.words.review;
  const [{ payee, asset }] = link.payments;
  const [headline] = headlineOf(link);
  if (link.kind !== 'single') return <>{words.batchText(step.payments, countDue(visit))}</>;
  const slot = plan.fees.find(({ label }) => label === undefined);
  const amount =
    headline === undefined || plan.mainUnits === undefined
      ? ''
      : money({ ...headline, units: plan.mainUnits });
  return (
    <>
      {words.payText}{' '}
      {isConverted(visit) ? words.payConverted(amount, asset.symbol) : words.paySummary(amount)}{' '}
      <Address address={payee ?? ''} />
      {slot !== undefined && (
        <>
          {' '}
          {words.payFee(money(slot))} <Address address={slot.address} />
        </>
      )}{' '}
      {words.payReference} <span class="address">{plan.paymentReference}</span>.
    </>
  );
}

type Paying = Extract<Step, { readonly kind: 'pay' }>;
type Approval = Extract<Step, { readonly kind: 'reset' | 'approve' }>;

function approvalText({ kind, asset, units }: Approval, { words }: LaterFrame): string {
  if (kind === 'reset') return words.review.resetText(asset.symbol);
  return isUnlimited(units)
    ? words.review.approveUnlimited(asset.symbol)
    : words.review.approveText(money({ asset, units }));
}

function labelOf(step: Step | undefined, visit: At<'review'>, { words }: LaterFrame): string {
  switch (step?.kind) {
    case 'reset':
      return words.review.resetButton;
    case 'approve':
      return isUnlimited(step.units)
        ? words.review.approveUnlimitedButton(step.asset.symbol)
        : words.review.approveButton(money(step));
    case 'fee':
      return words.review.feeButton(money(step.fee));
    default:
      return words.review.payButton(paidByCall(visit, step));
  }
}

/** What one payment takes, or all steps together without one; of a single conversion the invoice. */
export function paidByCall(
  visit: Pick<At<'review'>, 'link' | 'plan'>,
  step: Paying | undefined,
): string {
  const { link, plan } = visit;
  if (isConverted(visit) && link.kind === 'single') return sumText(headlineOf(link));
  return sumText(step?.totals ?? plan.totals);
}
