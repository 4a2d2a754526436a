import { showEstimate } from '../../ui/estimate.ts';
import { Address, Row } from '../../ui/parts.tsx';
import { dueOf, headlineOf } from '../link.ts';
import { money, sumText } from '../parts.tsx';
import type { At } from '../places.ts';
import type { PlannedFee } from '../plan.ts';
import { billedWords as words } from '../words/en-billed.ts';

/** What is paid, every fee with who bears it, and what leaves the wallet. */
export function Bill({ visit }: { readonly visit: At<'review'> }) {
  const { link, plan, payer, sent } = visit;
  const borne = sent === undefined && plan.fees.some(({ bearer }) => bearer === 'payee');
  const [headline] = headlineOf(link);
  const received =
    borne && headline !== undefined && plan.mainUnits !== undefined
      ? { ...headline, units: plan.mainUnits }
      : undefined;
  return (
    <dl class="bill">
      <Row name={words.payFrom}>
        {payer.wallet.name}
        <br />
        <Address address={payer.address} />
      </Row>
      <Row name={nameOf(visit)} kind="sum">
        {sumText(headlineOf(link))}
      </Row>
      {plan.fees.map((fee) => (
        <FeeRow key={`${fee.address}${fee.asset.symbol}${fee.label}`} fee={fee} />
      ))}
      {plan.contractFees.map((fee) => (
        <Row key={fee.asset.address} name={words.contractFee} kind="sum">
          {money(fee)}
        </Row>
      ))}
      {received !== undefined && (
        <Row name={words.received} kind="sum">
          {money(received)}
        </Row>
      )}
      {plan.networkFee !== undefined && (
        <Row name={words.networkFee} kind="sum">
          {showEstimate(plan.networkFee)} {link.network.nativeSymbol}
        </Row>
      )}
      <Row name={words.youPay} kind="sum strong">
        {isConverted(visit) ? <Converted visit={visit} /> : sumText(plan.totals)}
      </Row>
    </dl>
  );
}

/** What a rate makes of it; of fees alone only the most that they take is known. */
function Converted({ visit: { link, plan, sent } }: { readonly visit: At<'review'> }) {
  const most = words.atMost(sumText(plan.totals));
  if (sent !== undefined) return <>{most}</>;
  return (
    <>
      {words.about(sumText(dueOf(link)))}
      <span class="fine"> {most}</span>
    </>
  );
}

function nameOf(visit: At<'review'>): string {
  if (visit.sent !== undefined) return words.review.sent;
  return visit.link.kind === 'single' ? words.amount : words.amounts(countDue(visit));
}

/** A fee with its share and who bears it; once it was paid also where that is who paid. */
export function FeeRow({ fee, isPaid }: { readonly fee: PlannedFee; readonly isPaid?: boolean }) {
  const name = words.fee(fee.label, fee.percentage);
  const byPayer = isPaid === true ? words.borneByPayer(name) : name;
  return (
    <Row name={fee.bearer === 'payee' ? words.borneByPayee(name) : byPayer} kind="sum">
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
