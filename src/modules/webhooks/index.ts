export { createWebhook } from './create-webhook.ts';
export { findUnsubscribedLinks, type UnsubscribedLinks } from './find-unsubscribed-links.ts';
export { listWebhooks } from './list-webhooks.ts';
export { measureWebhooks } from './measure-webhooks.ts';
export { attemptHeaders } from './model/headers.ts';
export { removeWebhook } from './remove-webhook.ts';
