import type { ReactElement } from 'react';
import { orchestratorMessages } from '../messages/en-orchestrator.ts';
import { Badge } from '../ui/badge.tsx';
import { contrastsOf } from './contrasts.ts';

const messages = orchestratorMessages.branding.contrast;

/** How readable the colours are as they were set, and as the pay page shows them. */
export function ContrastMeter({
  colors,
}: {
  readonly colors: Parameters<typeof contrastsOf>[0];
}): ReactElement | null {
  const contrasts = contrastsOf(colors);
  if (contrasts === undefined) return null;
  const cell = 'py-2 pr-3 align-top last:pr-0';
  return (
    <section>
      <h3 className="mb-1 font-semibold">{messages.title}</h3>
      <table className="w-full text-left text-sm">
        <thead className="border-b border-line text-muted">
          <tr>
            {messages.columns.map((name) => (
              <th key={name} scope="col" className={`${cell} font-medium`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {contrasts.map(({ what, asSet, asShown, shown, isKept }) => (
            <tr key={what} className="border-b border-line last:border-0">
              <th scope="row" className={`${cell} font-normal`}>
                {messages[what]}
              </th>
              <td className={`${cell} tabular-nums`}>
                {asSet === undefined ? '–' : messages.ratio(asSet.toFixed(1))}
              </td>
              <td className={cell}>
                <span className="mr-2 tabular-nums">
                  {messages.ratio(asShown.toFixed(1))} <code>{shown}</code>
                </span>
                <Badge kind={isKept ? 'good' : 'warn'}>
                  {isKept ? messages.enough : messages.shifted}
                </Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-1 text-sm text-muted">{messages.needed}</p>
    </section>
  );
}
