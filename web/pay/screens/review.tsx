import { Fragment } from 'preact';
import { Address, Primary, Secondary, Title } from '../../ui/parts.tsx';
import { headlineOf } from '../link.ts';
import { type LaterScreen, money, Noticed, sumText } from '../parts.tsx';
import type { At } from '../places.ts';
import { isUnlimited, type Step } from '../plan.ts';
import { fitsTogether } from '../steps.ts';
import { billedWords } from '../words/en-billed.ts';
import { Bill, countDue, isConverted } from './bill.tsx';
import { LookAlikes } from './look-alikes.tsx';

/** The whole bill, what the next signature does, and the one button for it. */
export const Review: LaterScreen<'review'> = ({ visit, frame }) => {
  const words = billedWords.review;
  const { plan, payer, link, signed, together } = visit;
  const [step] = plan.steps;
  const switched = payer.chainId === link.network.chainId;
  const several = fitsTogether(plan);
  const atOnce = several && together === 'supported';
  const total = atOnce ? 1 : signed + plan.steps.length;
  return (
    <>
      <Title>
        {words.title}
        {total > 1 && <span class="progress"> {words.step(signed + 1, total)}</span>}
      </Title>
      {visit.sent === undefined && <LookAlikes found={plan.lookAlikes} />}
      <Noticed visit={visit} frame={frame} />
      {visit.sent !== undefined && <p class="notice">{words.feesLeft}</p>}
      <Bill visit={visit} />
      <div class="signed">
        <h3>{words.whatYouSign}</h3>
        {atOnce && <p>{words.atOnce(plan.steps.length)}</p>}
        {(atOnce ? plan.steps : plan.steps.slice(0, 1)).map((one, at) => (
          <Explained key={at} step={one} visit={visit} />
        ))}
      </div>
      {!switched && (
        <p class="notice">{words.wrongNetwork(payer.wallet.name, link.network.name)}</p>
      )}
      <Primary onClick={() => frame.tell({ type: 'go' })}>
        {switched ? labelOf(atOnce ? undefined : step, visit) : words.switchTo(link.network.name)}
      </Primary>
      {!switched && <p class="fine">{frame.words.switchByHand(link.network.name)}</p>}
      {switched && several && together === 'ready' && (
        <>
          <Secondary onClick={() => frame.tell({ type: 'go', atOnce: true })}>
            {words.allAtOnce(plan.steps.length)}
          </Secondary>
          <p class="fine">{words.allAtOnceNote(payer.wallet.name)}</p>
        </>
      )}
      {visit.sent === undefined && (
        <Secondary onClick={() => frame.tell({ type: 'other_wallet' })}>
          {frame.words.otherWallet}
        </Secondary>
      )}
    </>
  );
};

interface Shown {
  readonly visit: At<'review'>;
}

/** One signature in a sentence that is made from its bytes. */
function Explained({ step, visit }: Shown & { readonly step: Step }) {
  const words = billedWords.review;
  const contract = 'spender' in step ? step.spender : step.call.to;
  return (
    <>
      <p>
        {step.kind === 'pay' && <Payment step={step} visit={visit} />}
        {step.kind === 'fee' && (
          <>
            {words.feeText(step.fee.label, money(step.fee))} <Address address={step.fee.address} />.
          </>
        )}
        {(step.kind === 'approve' || step.kind === 'reset') && approvalText(step)}
      </p>
      <p class="fine">
        {words.contract} <Address address={contract} />
      </p>
    </>
  );
}

function Payment({ step, visit }: Shown & { readonly step: Paying }) {
  const { link, plan } = visit;
  const words = billedWords.review;
  const [{ payee, asset }] = link.payments;
  const [headline] = headlineOf(link);
  if (link.kind !== 'single') return <>{words.batchText(step.payments, countDue(visit))}</>;
  const amount =
    headline === undefined || plan.mainUnits === undefined
      ? ''
      : money({ ...headline, units: plan.mainUnits });
  return (
    <>
      {words.payText}{' '}
      {isConverted(visit) ? words.payConverted(amount, asset.symbol) : words.paySummary(amount)}{' '}
      <Address address={payee ?? ''} />
      {step.fees.map((fee) => (
        <Fragment key={`${fee.address}${fee.label}`}>
          {' '}
          {words.payFee(money(fee))} <Address address={fee.address} />
        </Fragment>
      ))}{' '}
      {words.payReference} <span class="address">{plan.paymentReference}</span>.
    </>
  );
}

type Paying = Extract<Step, { readonly kind: 'pay' }>;
type Approval = Extract<Step, { readonly kind: 'reset' | 'approve' }>;

function approvalText({ kind, asset, units }: Approval): string {
  const words = billedWords.review;
  if (kind === 'reset') return words.resetText(asset.symbol);
  return isUnlimited(units)
    ? words.approveUnlimited(asset.symbol)
    : words.approveText(money({ asset, units }));
}

function labelOf(step: Step | undefined, visit: At<'review'>): string {
  const words = billedWords.review;
  switch (step?.kind) {
    case 'reset':
      return words.resetButton;
    case 'approve':
      return isUnlimited(step.units)
        ? words.approveUnlimitedButton(step.asset.symbol)
        : words.approveButton(money(step));
    case 'fee':
      return words.feeButton(money(step.fee));
    default:
      return words.payButton(paidByCall(visit, step));
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
