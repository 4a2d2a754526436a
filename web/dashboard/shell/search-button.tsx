import { lazy, type ReactElement, useEffect, useRef } from 'react';
import { messages } from '../messages/en.ts';
import { Icon } from '../ui/icon.tsx';
import { LaterPart } from '../ui/later-part.tsx';

// Who does not search loads nothing of it.
const Palette = lazy(async () => ({
  default: (await import('../search/palette.tsx')).Palette,
}));

/** Opens the search, as do Ctrl or Cmd with K, and `/` where nobody writes. */
export function SearchButton({ onOpen }: { readonly onOpen: () => void }): ReactElement {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event) || isBusy(button.current)) return;
      event.preventDefault();
      onOpen();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onOpen]);
  const { open, keys } = messages.search;
  const isApple = /Mac|iP/.test(navigator.platform);
  return (
    <button
      ref={button}
      type="button"
      aria-keyshortcuts="Control+K Meta+K /"
      onClick={onOpen}
      className="flex min-h-11 w-full items-center gap-3 rounded-lg border border-field-line px-3 hover:bg-soft"
    >
      <Icon name="search" />
      {open}
      <span aria-hidden="true" className="ml-auto text-sm text-muted max-md:hidden">
        {isApple ? keys.apple : keys.other}
      </span>
    </button>
  );
}

/** The search over everything. Where it does not load, the notice stands here: not in the menu, which keys need not open. */
export function Search({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <div className="px-3 not-empty:pb-4">
      <LaterPart>
        <Palette onClose={onClose} />
      </LaterPart>
    </div>
  );
}

function isShortcut({ key, ctrlKey, metaKey, altKey, target, defaultPrevented }: KeyboardEvent) {
  if (defaultPrevented || altKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k';
  const writes = target instanceof HTMLElement && target.matches('input, select, textarea');
  return key === '/' && !writes;
}

/** Whether the session is over, or a dialog is open. */
function isBusy(button: HTMLElement | null): boolean {
  return button?.closest('[inert]') !== null || document.querySelector('[role=dialog]') !== null;
}
