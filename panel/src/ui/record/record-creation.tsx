import { Drawer, Skeleton } from '@mantine/core';
import { createContext, Suspense, use, useState, type ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { findCreation } from '../../lib/screens/screen.ts';
import { useLayer } from '../use-layer.ts';
import { useReturnFocus } from '../use-return-focus.ts';
import { FocusFirst } from './focus-first.tsx';

type Creation = { thing: string; name: string; onCreated: (id: string) => void };

// Opens a form for a new record over the current form. Undefined outside of forms and in read-only forms.
export const RecordCreationContext = createContext<((creation: Creation) => void) | undefined>(undefined);

// Number of forms below this one, so that nested forms have drafts of their own.
export const CreationDepthContext = createContext(0);

type Creatable = { label: string; open: (name: string, onCreated: (id: string) => void) => void };

// Returns undefined if the form cannot create records of this type, or the person may not.
export function useCreatable(thing: string): Creatable | undefined {
  const open = use(RecordCreationContext);
  const { may } = useWorkspace();
  const creation = findCreation(thing);
  if (open === undefined || creation === undefined || !may(creation.needs)) return undefined;
  return { label: creation.label, open: (name, onCreated) => open({ thing, name, onCreated }) };
}

export function useRecordCreation(): { open: (creation: Creation) => void; drawer: ReactNode } {
  const [creation, setCreation] = useState<Creation>();
  return {
    open: setCreation,
    drawer:
      creation === undefined ? null : (
        <CreationDrawer creation={creation} close={() => setCreation(undefined)} />
      ),
  };
}

function CreationDrawer({ creation, close }: { creation: Creation; close: () => void }): ReactNode {
  const { thing, name, onCreated } = creation;
  const found = findCreation(thing);
  useReturnFocus();
  const depth = use(CreationDepthContext);
  const onClose = useLayer(true, close);
  if (found === undefined) return null;
  const { label, Form } = found;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={760}
      // The drawer opens without animation, because some parts measure themselves when rendered.
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title={label}
    >
      <div data-new-record style={{ ['--foot-bleed' as string]: '16px' }}>
        <Suspense fallback={<Skeleton h={240} aria-label="Loading" />}>
          <CreationDepthContext value={depth + 1}>
            <FocusFirst>
              <Form
                name={name}
                onCreated={(id) => {
                  close();
                  onCreated(id);
                }}
              />
            </FocusFirst>
          </CreationDepthContext>
        </Suspense>
      </div>
    </Drawer>
  );
}

// Returns true for an event from a form that is open over another. React passes events on through portals.
export function isFromNewRecord({ target }: { target: EventTarget }): boolean {
  return target instanceof Element && target.closest('[data-new-record]') !== null;
}
