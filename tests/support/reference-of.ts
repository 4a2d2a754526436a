import type { Endpoint } from '#platform/http/endpoint.ts';
import type { OpenApiDocument } from '#platform/http/openapi.ts';
import { openReference, type Reference } from '#platform/http/reference/serve.ts';

/** The reference of a host with some endpoints, all in one group. */
export function referenceOf<Ctx>(
  document: () => OpenApiDocument,
  endpoints: readonly Endpoint<Ctx>[],
): Reference {
  const operationIds = endpoints.map(({ operationId }) => operationId);
  const groups = [{ title: 'Everything', description: 'All operations.', operationIds }];
  return openReference({ document, groups });
}
