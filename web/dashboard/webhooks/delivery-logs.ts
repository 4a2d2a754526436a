import { answerOf, api, auth } from '../api/client.ts';
import { type DayRange, readWebhookFigures } from '../api/figures.ts';
import type { WebhookDelivery, WebhookDeliveryDetail } from '../api/shapes.ts';
import { config } from '../config.ts';
import { orchestratorMessages } from '../messages/en-orchestrator.ts';
import { webhookMessages } from '../messages/en-webhooks.ts';
import type { LimitedOperation } from '../session/rights.ts';
import type { DeliverySearch } from './search.ts';

/** What makes a repeated call count once. */
interface ChangeHeader {
  readonly 'Idempotency-Key': string;
}

/** Which deliveries are sent again; all failed ones where nothing narrows it. */
interface ReplayWindow {
  readonly status: 'failed' | 'skipped' | 'all';
  readonly from?: string;
  readonly to?: string;
}

type PageQuery = DeliverySearch & { readonly limit: number };

/** What was sent to some endpoints: how it is read and sent again, and which operations of the API do that. */
export interface DeliveryLog {
  readonly name: 'account' | 'orchestrator';
  /** Its page, and the one of all endpoints with the words that lead there. */
  readonly page: '/webhooks/$webhookId' | '/orchestrator/webhooks/$webhookId';
  readonly parent: { readonly page: '/webhooks' | '/orchestrator'; readonly label: string };
  readonly replayOperation: LimitedOperation;
  readonly replayOneOperation: LimitedOperation;
  readPage(
    webhookId: string,
    query: PageQuery,
  ): Promise<{ readonly deliveries: WebhookDelivery[]; readonly nextCursor: string | null }>;
  /** How often the endpoint failed, by the days of a time zone. */
  readFigures(webhookId: string, range: DayRange): ReturnType<typeof readWebhookFigures>;
  /** Where the API writes the log to a file. */
  fileUrl(webhookId: string): string;
  readOne(deliveryId: string): Promise<WebhookDeliveryDetail>;
  replay(
    webhookId: string,
    header: ChangeHeader,
    body: ReplayWindow,
  ): Promise<{ readonly replayed: number; readonly more: boolean }>;
  replayOne(deliveryId: string, header: ChangeHeader): Promise<{ readonly id: string }>;
}

/** The endpoints of the account itself. */
export const ACCOUNT_LOG: DeliveryLog = {
  name: 'account',
  page: '/webhooks/$webhookId',
  parent: { page: '/webhooks', label: webhookMessages.log.back },
  replayOperation: 'replayWebhookV1',
  replayOneOperation: 'replayWebhookDeliveryV1',
  readPage: (webhookId, query) =>
    answerOf(
      auth.GET('/v1/webhook/{webhookId}/deliveries', { params: { path: { webhookId }, query } }),
    ),
  readFigures: (webhookId, range) => readWebhookFigures({ ...range, webhookId }),
  fileUrl: (webhookId) =>
    `${config.authUrl}/v1/webhook/${encodeURIComponent(webhookId)}/deliveries/export`,
  readOne: (deliveryId) =>
    answerOf(auth.GET('/v1/webhook/deliveries/{deliveryId}', { params: { path: { deliveryId } } })),
  replay: (webhookId, header, body) =>
    answerOf(
      auth.POST('/v1/webhook/{webhookId}/replay', {
        params: { path: { webhookId }, header },
        body,
      }),
    ),
  replayOne: (deliveryId, header) =>
    answerOf(
      auth.POST('/v1/webhook/deliveries/{deliveryId}/replay', {
        params: { path: { deliveryId }, header },
      }),
    ),
};

/** The endpoints of the orchestrator that the account is. */
export const ORCHESTRATOR_LOG: DeliveryLog = {
  name: 'orchestrator',
  page: '/orchestrator/webhooks/$webhookId',
  parent: { page: '/orchestrator', label: orchestratorMessages.title },
  replayOperation: 'replayWebhook',
  replayOneOperation: 'replayWebhookDelivery',
  readPage: (id, query) =>
    answerOf(
      api.GET('/v2/orchestrators/webhooks/{id}/deliveries', { params: { path: { id }, query } }),
    ),
  readFigures: (id, query) =>
    answerOf(
      api.GET('/v2/orchestrators/webhooks/{id}/figures', { params: { path: { id }, query } }),
    ),
  fileUrl: (id) =>
    `${config.apiUrl}/v2/orchestrators/webhooks/${encodeURIComponent(id)}/deliveries/export`,
  readOne: (deliveryId) =>
    answerOf(
      api.GET('/v2/orchestrators/webhooks/deliveries/{deliveryId}', {
        params: { path: { deliveryId } },
      }),
    ),
  replay: (id, header, body) =>
    answerOf(
      api.POST('/v2/orchestrators/webhooks/{id}/replay', {
        params: { path: { id }, header },
        body,
      }),
    ),
  replayOne: (deliveryId, header) =>
    answerOf(
      api.POST('/v2/orchestrators/webhooks/deliveries/{deliveryId}/replay', {
        params: { path: { deliveryId }, header },
      }),
    ),
};
