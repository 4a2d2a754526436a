import { type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { brandPalette } from '../../ui/brand-style.ts';
import { writeColor } from '../../ui/colors.ts';
import { orchestratorMessages } from '../messages/en-orchestrator.ts';
import { SelectField } from '../ui/field.tsx';
import { type BrandDraft, colorsOf } from './brand-draft.ts';

const messages = orchestratorMessages.branding.preview;

/** What a branding makes of the pay page, on a phone and on a desktop, by the rules of the pay page itself. */
export function BrandPreview({ draft }: { readonly draft: BrandDraft }): ReactElement {
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const isBranded = brandPalette(colorsOf(draft)) !== undefined;
  return (
    <section className="grid min-w-0 gap-3">
      <h3 className="font-semibold">{messages.title}</h3>
      <SelectField
        label={messages.scheme}
        hint={isBranded ? messages.same : undefined}
        value={scheme}
        options={[
          ['light', messages.light],
          ['dark', messages.dark],
        ]}
        onText={(next) => setScheme(next === 'dark' ? 'dark' : 'light')}
      />
      <div className="grid min-w-0 gap-4 sm:grid-cols-[3fr_4fr]">
        <Sample draft={draft} scheme={scheme} label={messages.phone} isWide={false} />
        <Sample draft={draft} scheme={scheme} label={messages.desktop} isWide />
      </div>
    </section>
  );
}

interface SampleProps {
  readonly draft: BrandDraft;
  readonly scheme: 'light' | 'dark';
  readonly label: string;
  readonly isWide: boolean;
}

function Sample({ draft, scheme, label, isWide }: SampleProps): ReactElement {
  const page = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const palette = brandPalette(colorsOf(draft));
    const style = page.current?.style;
    if (style === undefined) return;
    style.cssText = '';
    style.setProperty('color-scheme', palette?.scheme ?? scheme);
    for (const [name, color] of Object.entries(palette?.card ?? {})) {
      style.setProperty(name, writeColor(color));
    }
    if (palette !== undefined) style.setProperty('--below', writeColor(palette.ground.text));
  }, [draft, scheme]);
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-sm text-muted">{label}</figcaption>
      <div
        ref={page}
        className={`grid justify-items-center rounded-lg border border-line bg-ground text-text ${isWide ? 'p-6' : 'p-3'}`}
      >
        <div
          className={`grid w-full gap-2 rounded-xl border border-line bg-card p-4 ${isWide ? 'max-w-56' : ''}`}
        >
          {draft.logoPath.trim() !== '' && (
            <p className="rounded border border-dashed border-line px-2 py-1 text-center text-sm text-muted">
              {messages.logo}
            </p>
          )}
          <p className="text-xl font-bold">{messages.amount}</p>
          <p className="text-muted">
            {messages.network} · {messages.reference}
          </p>
          <p className="rounded-lg border border-(--accent-edge,var(--accent)) bg-accent px-3 py-2 text-center font-semibold text-on-accent">
            {messages.button}
          </p>
        </div>
        <p className="mt-2 flex flex-wrap justify-center gap-x-3 text-sm text-(--below,var(--muted))">
          {draft.termsPath.trim() !== '' && <span>{messages.terms}</span>}
          {draft.privacyPath.trim() !== '' && <span>{messages.privacy}</span>}
          {draft.displayRequestBranding && <span>{messages.software}</span>}
        </p>
      </div>
    </figure>
  );
}
