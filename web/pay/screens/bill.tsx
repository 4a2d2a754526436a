import { showEstimate } from '../../ui/estimate.ts';
import { Address, Row } from '../../ui/parts.tsx';
import { dueOf, headlineOf } from '../link.ts';
import { billedMessages as messages } from '../messages/en/billed.ts';
import type { At } from '../page-state.ts';
import { money, sumText } from '../parts.tsx';
import type { PlannedFee } from '../plan.ts';

/** What is paid, every fee with who bears it, and what leaves the wallet. */
export function Bill({ state }: { readonly state: At<'review'> }) {
  const { link, plan, payer, sent, together } = state;
  const borne = sent === undefined && plan.fees.some(({ bearer }) => bearer === 'payee');
  const [headline] = headlineOf(link);
  const networkFeeMost = plan.steps[0]?.networkFeeMost;
  const received =
    borne && headline !== undefined && plan.mainUnits !== undefined
      ? { ...headline, units: plan.mainUnits }
      : undefined;
  return (
    <dl class="bill">
      <Row name={messages.payFrom}>
        {payer.wallet.name}
        <br />
        <Address address={payer.address} />
      </Row>
      <Row name={nameOf(state)} kind="sum">
        {sumText(headlineOf(link))}
      </Row>
      {plan.fees.map((fee) => (
        <FeeRow key={`${fee.address}${fee.asset.symbol}${fee.label}`} fee={fee} />
      ))}
      {plan.contractFees.map((fee) => (
        <Row key={fee.asset.address} name={messages.contractFee} kind="sum">
          {money(fee)}
        </Row>
      ))}
      {received !== undefined && (
        <Row name={messages.received} kind="sum">
          {money(received)}
        </Row>
      )}
      {plan.networkFee !== undefined && (
        <Row name={messages.networkFee(together === 'sponsored')} kind="sum">
          {showEstimate(plan.networkFee, link.network.nativeSymbol, plan.networkFeeUsd)}
        </Row>
      )}
      {networkFeeMost !== undefined && (
        <Row name={messages.networkFeeMost} kind="sum">
          {networkFeeMost} {link.network.nativeSymbol}
        </Row>
      )}
      <Row name={messages.youPay} kind="sum strong">
        {isConverted(state) ? <Converted state={state} /> : sumText(plan.totals)}
      </Row>
    </dl>
  );
}

/** What a rate makes of it; of fees alone only the most that they take is known. */
function Converted({ state: { link, plan, sent } }: { readonly state: At<'review'> }) {
  const most = messages.atMost(sumText(plan.totals));
  if (sent !== undefined) return <>{most}</>;
  return (
    <>
      {messages.about(sumText(dueOf(link)))}
      <span class="fine"> {most}</span>
    </>
  );
}

function nameOf(state: At<'review'>): string {
  if (state.sent !== undefined) return messages.review.sent;
  return state.link.kind === 'single' ? messages.amount : messages.amounts(countDue(state));
}

/** A fee with its share and who bears it; once it was paid also where that is who paid. */
export function FeeRow({ fee, isPaid }: { readonly fee: PlannedFee; readonly isPaid?: boolean }) {
  const name = messages.fee(fee.label, fee.percentage);
  const byPayer = isPaid === true ? messages.borneByPayer(name) : name;
  return (
    <Row name={fee.bearer === 'payee' ? messages.borneByPayee(name) : byPayer} kind="sum">
      {money(fee)}
    </Row>
  );
}

/** How many payments of a batch are still to be made. */
export function countDue({ link }: Pick<At<'review'>, 'link'>): number {
  return link.payments.filter(({ amountUnits }) => amountUnits > 0n).length;
}

/** Whether a rate decides how much leaves the wallet. */
export function isConverted({ link }: Pick<At<'review'>, 'link'>): boolean {
  return link.payments.some(({ conversion }) => conversion !== undefined);
}
