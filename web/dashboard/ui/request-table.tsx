import type { ReactElement } from 'react';
import type { RequestSummary } from '../api/shapes.ts';
import { REQUEST_COLUMNS } from './request-columns.tsx';

/** The columns of a short list. */
const COLUMNS = REQUEST_COLUMNS.filter((column) => !('isOptional' in column));

/** A few requests as rows; on a phone each is a card of its own. Long lists are a `DataTable`. */
export function RequestTable({
  requests,
}: {
  readonly requests: readonly RequestSummary[];
}): ReactElement {
  return (
    <table className="w-full text-left max-sm:block">
      <thead className="border-b border-line text-sm text-muted max-sm:sr-only">
        <tr>
          {COLUMNS.map(({ id, title }) => (
            <th key={id} scope="col" className="py-2 pr-4 font-medium last:pr-0">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {requests.map((request) => (
          <tr
            key={request.requestId}
            className="border-b border-line last:border-0 max-sm:grid max-sm:gap-1 max-sm:py-3"
          >
            {COLUMNS.map(({ id, cell }) => (
              <td
                key={id}
                className="py-3 pr-4 align-top wrap-anywhere last:pr-0 max-sm:block max-sm:p-0 sm:first:min-w-32"
              >
                {cell(request)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
