export { createWebhook } from './create-webhook.ts';
export { attemptHeaders } from './model/headers.ts';
