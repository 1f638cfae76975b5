import { useEffect, useRef } from 'react';
import { useUnsavedForms } from '#parts/unsaved/unsaved-forms.tsx';

/** A form with unsaved changes. */
export function FakeUnsavedForm() {
  const { register, removeUnmounted } = useUnsavedForms();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    register({ element: form.current!, isUnsaved: () => true, save: async () => false });
    return removeUnmounted;
  }, [register, removeUnmounted]);
  return <form ref={form} />;
}
