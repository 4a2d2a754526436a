import type { Currency } from '#catalog/currencies.ts';
import type { Chain, PaymentKind } from '#chains/chain.ts';
import type { AgreedConversion, RequestFee, RequestStory } from './model/terms.ts';

/** What is owed, to whom, on which chain and how it is paid. */
export interface RequestTerms {
  readonly accountId: string;
  readonly chain: Chain;
  readonly kind: PaymentKind;
  /** What moves. */
  readonly currency: Currency;
  /** In the form in which its chain shows addresses. */
  readonly payeeAddress: string;
  /** In the smallest unit of the currency, or of the invoice with eight decimals where it is converted. */
  readonly expectedUnits: bigint;
  readonly fee: RequestFee | undefined;
  /** Only of a conversion. */
  readonly conversion: AgreedConversion | undefined;
  /** Only of a request without a link; a link's request takes all of it from its link. */
  readonly story?: RequestStory | undefined;
}
