export { createWebhook } from './create-webhook.ts';
export { findUnheardLinks, type UnheardLinks } from './find-unheard-links.ts';
export { listWebhooks } from './list-webhooks.ts';
export { measureWebhooks } from './measure-webhooks.ts';
export { attemptHeaders } from './model/headers.ts';
export { removeWebhook } from './remove-webhook.ts';
