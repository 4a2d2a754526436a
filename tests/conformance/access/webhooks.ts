import {
  type AccessRow,
  CLIENT_OF_NOBODY,
  freshHook,
  hookInEveryScope,
  hookUrl,
  nothing,
  oneHook,
  toOneDelivery,
} from '../../support/access-fixtures.ts';
import { nobodys } from '../../support/access-world.ts';

/** A platform-wide endpoint is none of a client ID's. */
const NOT_OF_CLIENT_IDS = { client_id: 404, orchestrator_pair: 404 };

const hookInPath = (id: string | undefined, body?: unknown) => ({
  params: { webhookId: id ?? nobodys() },
  ...(body === undefined ? {} : { body }),
});

/** What is done to one endpoint. */
const toOneHook = (find: typeof freshHook, body?: unknown): AccessRow => ({
  own: async (world) => hookInPath(await find(world, world.own), body),
  answers: NOT_OF_CLIENT_IDS,
  positions: [
    {
      what: 'a webhook',
      call: async (world, of) => hookInPath(of && (await find(world, of)), body),
    },
  ],
});

/** Webhook endpoints, what was sent to them, and how they answered. */
export const WEBHOOK_ROWS: Readonly<Record<string, AccessRow>> = {
  createWebhook: {
    own: () => ({ body: { url: hookUrl() } }),
    positions: [
      {
        what: 'a client ID',
        call: (_world, of) => ({
          body: { url: hookUrl(), clientId: of?.clientId ?? CLIENT_OF_NOBODY },
        }),
      },
    ],
  },
  listWebhooks: {
    own: nothing,
    positions: [
      {
        what: 'a client ID',
        call: (_world, of) => ({ query: { clientId: of?.clientId ?? CLIENT_OF_NOBODY } }),
      },
    ],
  },
  toggleWebhook: toOneHook(freshHook),
  removeWebhook: toOneHook(freshHook),
  testWebhook: {
    own: async (world) => {
      await hookInEveryScope(world, world.own);
      return { body: { eventType: 'payment.confirmed' } };
    },
    positions: [
      {
        what: 'a client ID',
        call: (_world, of) => ({
          body: { eventType: 'payment.confirmed', clientId: of?.clientId ?? CLIENT_OF_NOBODY },
        }),
      },
    ],
  },
  rotateWebhookSecretV1: toOneHook(oneHook, {}),
  listWebhookDeliveriesV1: toOneHook(oneHook),
  viewWebhookDeliveryV1: { ...toOneDelivery(oneHook), answers: NOT_OF_CLIENT_IDS },
  replayWebhookDeliveryV1: { ...toOneDelivery(oneHook), answers: NOT_OF_CLIENT_IDS },
  replayWebhookV1: toOneHook(oneHook, {}),
  exportWebhookDeliveries: {
    own: async (world) => ({
      ...hookInPath(await oneHook(world, world.own)),
      query: { format: 'json' },
    }),
    positions: [
      {
        what: 'a webhook',
        call: async (world, of) => ({
          ...hookInPath(of && (await oneHook(world, of))),
          query: { format: 'json' },
        }),
      },
    ],
  },
  viewWebhookFigures: {
    own: nothing,
    positions: [
      {
        what: 'a webhook',
        call: async (world, of) => ({
          query: { webhookId: of === undefined ? nobodys() : await oneHook(world, of) },
        }),
      },
    ],
  },
};
