import { useEffect, useRef } from 'react';
import { useUnsavedForms } from '#parts/unsaved/unsaved-forms.tsx';

/** A form with unsaved changes. */
export function FakeUnsavedForm() {
  const { guard, sweep } = useUnsavedForms();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    guard({ element: form.current!, isUnsaved: () => true, save: async () => false });
    return sweep;
  }, [guard, sweep]);
  return <form ref={form} />;
}
