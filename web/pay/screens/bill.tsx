import { showEstimate } from '../../ui/estimate.ts';
import { Address, Row } from '../../ui/parts.tsx';
import { dueOf, headlineOf } from '../link.ts';
import { money, sumText } from '../parts.tsx';
import type { At } from '../places.ts';
import type { PlannedFee } from '../plan.ts';
import { billedWords as words } from '../words/en-billed.ts';

/** What is paid, every fee with who bears it, and what leaves the wallet. */
export function Bill({ visit }: { readonly visit: At<'review'> }) {
  const { link, plan, payer } = visit;
  const borne = plan.fees.some(({ bearer }) => bearer === 'payee');
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
      <Row name={link.kind !== 'single' ? words.amounts(countDue(visit)) : words.amount} kind="sum">
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
      {isConverted(visit) ? (
        <Row name={words.youPay} kind="sum strong">
          {words.about(sumText(dueOf(link)))}
          <span class="fine"> {words.atMost(sumText(plan.totals))}</span>
        </Row>
      ) : (
        <Row name={words.youPay} kind="sum strong">
          {sumText(plan.totals)}
        </Row>
      )}
    </dl>
  );
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
