export { createWebhook, type WebhookCreated } from './create-webhook.ts';
export { listWebhooks, type Webhook } from './list-webhooks.ts';
