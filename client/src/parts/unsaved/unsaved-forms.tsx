import { createContext, type ReactNode, use, useState } from 'react';

export interface GuardedForm {
  element: HTMLFormElement;
  isUnsaved: () => boolean;
  /** Resolves to whether the form was saved. */
  save: () => Promise<boolean>;
}

export type UnsavedForms = ReturnType<typeof createUnsavedForms>;

function createUnsavedForms() {
  const forms = new Map<HTMLFormElement, GuardedForm>();
  const isOnPage = ({ element }: GuardedForm) => element.isConnected;
  return {
    register: (form: GuardedForm) => void forms.set(form.element, form),
    /** Removes the forms that are no longer on the page. */
    removeUnmounted: () => {
      for (const form of forms.values()) if (!isOnPage(form)) forms.delete(form.element);
    },
    /** The first form with unsaved changes. */
    firstUnsaved: () => [...forms.values()].find((form) => isOnPage(form) && form.isUnsaved()),
  };
}

const Context = createContext<UnsavedForms | null>(null);

export function UnsavedFormsProvider({ children }: { children: ReactNode }) {
  const [forms] = useState(createUnsavedForms);
  return <Context value={forms}>{children}</Context>;
}

export function useUnsavedForms(): UnsavedForms {
  const forms = use(Context);
  if (!forms) throw new Error('No UnsavedFormsProvider');
  return forms;
}
