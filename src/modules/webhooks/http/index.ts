import { createWebhookEndpoint } from './create-webhook.ts';
import { listWebhooksEndpoint } from './list-webhooks.ts';
import { removeWebhookEndpoint } from './remove-webhook.ts';
import { toggleWebhookEndpoint } from './toggle-webhook.ts';

/** The endpoints of this room, for the processes that serve them. */
export const endpoints = [
  createWebhookEndpoint,
  listWebhooksEndpoint,
  toggleWebhookEndpoint,
  removeWebhookEndpoint,
];
