import type { components, paths } from '../../api/schema.generated.d.ts';
import type {
  readNetworkStates,
  readPaymentFigures,
  readRequestFigures,
  readWebhookFigures,
} from './figures.ts';
import type { readDestination, readLink, readRequest } from './queries.ts';

type Schemas = components['schemas'];

export type SessionFields = Schemas['SessionFields'];
export type Session = Schemas['Session'];
export type SecondFactor = Schemas['SecondFactor'];
export type SecondFactorList = Schemas['SecondFactorList'];
export type PendingSignIn = NonNullable<Schemas['LogInResponse']['secondFactor']>;
export type RequestSummary = Schemas['RequestSummary'];
export type Webhook = Schemas['Webhook'];
export type LinkIntent = Schemas['LinkIntentSummary'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type WebhookDeliveryDetail = Schemas['WebhookDeliveryDetail'];
export type TestEvent = Schemas['TestWebhookRequest']['eventType'];
export type ClientIdSummary = Schemas['ClientIdSummary'];
export type ApiKey = Schemas['ApiKey'];
export type HeldPayment = Schemas['HeldPayment'];
export type HistoryEvent = Schemas['HistoryEvent'];
export type MerchantProfile = Schemas['MerchantProfile'];
export type MerchantWebsite = Schemas['MerchantWebsite'];
export type FeePlan = Schemas['FeePlan'];
export type FeeConfig = Schemas['FeeConfig'];
export type OrchestratorKey = Schemas['OrchestratorKey'];
export type AuditEntry = Schemas['AuditEntry'];
export type ApiRequest = Schemas['ApiRequest'];
export type FoundEvent = Schemas['FoundEvent'];
export type EventType = NonNullable<
  NonNullable<paths['/v2/dashboard/events']['get']['parameters']['query']>['type']
>;
export type ReceiptVerification = Schemas['ReceiptVerification'];

// The client leaves out members that are always null, so these are as it answers them.
export type RequestDetails = Awaited<ReturnType<typeof readRequest>>;
export type OwnedSecurePayment = Awaited<ReturnType<typeof readLink>>;
export type PayeeDestination = NonNullable<Awaited<ReturnType<typeof readDestination>>>;
export type PaymentFigures = Awaited<ReturnType<typeof readPaymentFigures>>;
export type RequestFigures = Awaited<ReturnType<typeof readRequestFigures>>;
export type WebhookFigures = Awaited<ReturnType<typeof readWebhookFigures>>;
export type NetworkStates = Awaited<ReturnType<typeof readNetworkStates>>;
