import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import type { RequestSummary } from '../api/shapes.ts';
import { readText } from './read-text.ts';

/** Found payments that are shown; what is beyond stands in the list of payments. */
const FOUND_MAX = 6;

/** The payments that a text names, each once. */
export const foundQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: () => findPayments(text),
    enabled: text !== '',
  });

async function findPayments(text: string): Promise<readonly RequestSummary[]> {
  const { txHash, paymentReference, ...wanted } = readText(text);
  const named = Object.entries(wanted).map(([name, value]) => searchRequests({ [name]: value }));
  const paid = [
    ...(txHash === undefined ? [] : [requestsOfPayments({ txHash })]),
    ...(paymentReference === undefined ? [] : [requestsOfPayments({ paymentReference })]),
  ];
  const found = (await Promise.all([...paid, ...named])).flat();
  return [...new Map(found.map((one) => [one.requestId, one])).values()].slice(0, FOUND_MAX);
}

async function searchRequests(filter: Readonly<Record<string, string>>) {
  const query = { ...filter, limit: String(FOUND_MAX) };
  const { requests } = await answerOf(api.GET('/v2/dashboard/requests', { params: { query } }));
  return requests;
}

/** Payments name their request by its id. */
async function requestsOfPayments(filter: Readonly<Record<string, string>>) {
  const query = { ...filter, limit: String(FOUND_MAX) };
  const { payments } = await answerOf(api.GET('/v2/payments', { params: { query } }));
  const ids = [...new Set(payments.map(({ request }) => request.requestId))];
  return (await Promise.all(ids.map((requestId) => searchRequests({ requestId })))).flat();
}
