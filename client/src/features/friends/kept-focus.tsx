import {
  type ComponentProps,
  type RefObject,
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { scrollable } from '#ui/scrollable.ts';

const Frame = createContext<RefObject<HTMLElement | null>>({ current: null });

/** @returns what puts the focus on the frame around: before a button goes by which the focus would be lost. */
export function useKeepFocus(): () => void {
  const frame = use(Frame);
  return () => frame.current?.focus({ preventScroll: true });
}

interface KeptFocusProps extends Omit<ComponentProps<'div'>, 'ref' | 'role' | 'tabIndex'> {
  'aria-label': string;
}

const focusable = { role: 'group', tabIndex: -1 } as const;

/** A frame around rows that takes the focus from their buttons; where it scrolls, the keyboard reaches it too. */
export function KeptFocus(frame: KeptFocusProps) {
  const ref = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(ref);
  return (
    <Frame value={ref}>
      <div ref={ref} {...frame} {...(scrolls ? scrollable : focusable)} />
    </Frame>
  );
}

/** Whether there is more in a frame than it shows, as its rows come and go and its size changes. */
function useScrolls(ref: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);

  function measure() {
    const frame = ref.current;
    setScrolls(frame !== null && frame.scrollHeight > frame.clientHeight);
  }

  useLayoutEffect(measure);

  useEffect(() => {
    const resized = new ResizeObserver(measure);
    resized.observe(ref.current!);
    return () => resized.disconnect();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `measure` reads nothing that changes.
  }, []);

  return scrolls;
}
