export { addMulticallIntent, tooManyMulticallIntents } from './add-multicall-intent.ts';
export { addPaymentIntent, tooManyIntents } from './add-payment-intent.ts';
export { type LinkIntent, listIntentsOfLinks, listLinkIntents } from './list-link-intents.ts';
export { type IntentMeasures, measureIntents } from './measure-intents.ts';
export type { ReportedMulticall } from './model/multicall-intent.ts';
export type { PaymentIntent, ReportedDetails, ReportedHash } from './model/payment-intent.ts';
export { findByHash as findPaymentIntent } from './store/intents.ts';
export { findPaidFromChain } from './store/link-intents.ts';
export { listOpenIntents, viewPaymentIntent } from './view-payment-intent.ts';
