import { createOrchestratorWebhookEndpoint } from './create-orchestrator-webhook.ts';
import { createWebhookEndpoint } from './create-webhook.ts';
import { deactivateOrchestratorWebhookEndpoint } from './deactivate-orchestrator-webhook.ts';
import { exportOrchestratorWebhookDeliveriesEndpoint } from './export-orchestrator-webhook-deliveries.ts';
import { exportWebhookDeliveriesEndpoint } from './export-webhook-deliveries.ts';
import { listOrchestratorWebhooksEndpoint } from './list-orchestrator-webhooks.ts';
import {
  listWebhookDeliveriesEndpoint,
  listWebhookDeliveriesV1Endpoint,
} from './list-webhook-deliveries.ts';
import { listWebhooksEndpoint } from './list-webhooks.ts';
import { reactivateOrchestratorWebhookEndpoint } from './reactivate-orchestrator-webhook.ts';
import { removeWebhookEndpoint } from './remove-webhook.ts';
import { replayWebhookEndpoint, replayWebhookV1Endpoint } from './replay-webhook.ts';
import {
  replayWebhookDeliveryEndpoint,
  replayWebhookDeliveryV1Endpoint,
} from './replay-webhook-delivery.ts';
import {
  rotateWebhookSecretEndpoint,
  rotateWebhookSecretV1Endpoint,
} from './rotate-webhook-secret.ts';
import { testOrchestratorWebhooksEndpoint } from './test-orchestrator-webhooks.ts';
import { testWebhookEndpoint } from './test-webhook.ts';
import { toggleWebhookEndpoint } from './toggle-webhook.ts';
import { viewOrchestratorWebhookFiguresEndpoint } from './view-orchestrator-webhook-figures.ts';
import { viewRequestHistoryEndpoint } from './view-request-history.ts';
import {
  viewWebhookDeliveryEndpoint,
  viewWebhookDeliveryV1Endpoint,
} from './view-webhook-delivery.ts';
import { viewWebhookFiguresEndpoint } from './view-webhook-figures.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints = [
  exportWebhookDeliveriesEndpoint,
  viewRequestHistoryEndpoint,
  createWebhookEndpoint,
  listWebhooksEndpoint,
  toggleWebhookEndpoint,
  removeWebhookEndpoint,
  testWebhookEndpoint,
  rotateWebhookSecretV1Endpoint,
  listWebhookDeliveriesV1Endpoint,
  viewWebhookDeliveryV1Endpoint,
  replayWebhookDeliveryV1Endpoint,
  replayWebhookV1Endpoint,
  viewWebhookFiguresEndpoint,
  createOrchestratorWebhookEndpoint,
  listOrchestratorWebhooksEndpoint,
  deactivateOrchestratorWebhookEndpoint,
  reactivateOrchestratorWebhookEndpoint,
  testOrchestratorWebhooksEndpoint,
  rotateWebhookSecretEndpoint,
  listWebhookDeliveriesEndpoint,
  viewWebhookDeliveryEndpoint,
  replayWebhookDeliveryEndpoint,
  replayWebhookEndpoint,
  exportOrchestratorWebhookDeliveriesEndpoint,
  viewOrchestratorWebhookFiguresEndpoint,
];
