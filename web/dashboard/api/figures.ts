import { queryOptions } from '@tanstack/react-query';
import { whileActive } from '../session/active.ts';
import { answerOf, api, auth } from './client.ts';

/** The days that figures are read of, both included, in a time zone. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/** Networks are read every few seconds, and shown as behind after minutes. */
const WATCH_MS = 10_000;

/** Figures of days change slowly, and reading them takes longer than a list does. */
export const FRESH_MS = 60_000;

export const readPaymentFigures = (query: DayRange) =>
  answerOf(api.GET('/v2/dashboard/payments/figures', { params: { query } }));

export const readRequestFigures = (query: DayRange) =>
  answerOf(api.GET('/v2/dashboard/requests/figures', { params: { query } }));

/** The days of figures, and one endpoint where only that is meant. */
interface WebhookFiguresQuery extends DayRange {
  readonly webhookId?: string;
}

export const readWebhookFigures = (query: WebhookFiguresQuery) =>
  answerOf(auth.GET('/v1/webhook/figures', { params: { query } }));

export const readNetworkStates = () => answerOf(api.GET('/v2/dashboard/networks'));

/** Whether payments are seen in time; watched while somebody looks. */
export const networkStatesQuery = queryOptions({
  queryKey: ['networks'],
  queryFn: readNetworkStates,
  refetchInterval: whileActive(WATCH_MS),
});

export const paymentFiguresQuery = (range: DayRange) =>
  queryOptions({
    queryKey: ['figures', 'payments', range],
    queryFn: () => readPaymentFigures(range),
    staleTime: FRESH_MS,
  });

export const requestFiguresQuery = (range: DayRange) =>
  queryOptions({
    queryKey: ['figures', 'requests', range],
    queryFn: () => readRequestFigures(range),
    staleTime: FRESH_MS,
  });

export const webhookFiguresQuery = (range: DayRange) =>
  queryOptions({
    queryKey: ['figures', 'webhooks', range],
    queryFn: () => readWebhookFigures(range),
    staleTime: FRESH_MS,
  });
