import { queryOptions } from '@tanstack/react-query';
import { type DayRange, FRESH_MS } from '../api/figures.ts';
import { whileActive } from '../session/active.ts';
import type { DeliveryLog } from './delivery-logs.ts';
import type { DeliverySearch } from './search.ts';

/** What is watched while it may change: often enough to feel immediate. */
const WATCH_MS = 4_000;

/** Deliveries of a page of a log. */
const PAGE_ROWS = 25;

/** The log of an endpoint from a cursor on, newest first. */
export const deliveriesQuery = (log: DeliveryLog, webhookId: string, search: DeliverySearch) =>
  queryOptions({
    queryKey: ['deliveries', log.name, webhookId, search],
    queryFn: () => log.readPage(webhookId, { ...search, limit: PAGE_ROWS }),
    refetchInterval: whileActive(WATCH_MS),
  });

/** How often an endpoint failed, by the days of a time zone. */
export const endpointFiguresQuery = (log: DeliveryLog, webhookId: string, range: DayRange) =>
  queryOptions({
    queryKey: ['figures', 'webhooks', log.name, webhookId, range],
    queryFn: () => log.readFigures(webhookId, range),
    staleTime: FRESH_MS,
  });

/** One delivery with what each attempt sent and was answered. */
export const deliveryQuery = (log: DeliveryLog, deliveryId: string) =>
  queryOptions({
    queryKey: ['deliveries', log.name, 'one', deliveryId],
    queryFn: () => log.readOne(deliveryId),
    refetchInterval: whileActive(WATCH_MS),
  });
