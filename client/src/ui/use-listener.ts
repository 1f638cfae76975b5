import { useEffect, useEffectEvent } from 'react';

/** Listens to an event of the window, or of the document before it. */
export function useListener<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
  of: 'window' | 'document' = 'window',
): void {
  const onEvent = useEffectEvent(listener);
  useEffect(() => {
    const target: EventTarget = of === 'window' ? window : document;
    const listen = (event: Event) => onEvent(event as WindowEventMap[Type]);
    target.addEventListener(type, listen);
    return () => target.removeEventListener(type, listen);
  }, [type, of]);
}
