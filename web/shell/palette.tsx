import { Input, type InputRef } from 'antd';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import './palette.css';

/** A choice of a palette. */
export interface Choice {
  value: string;
  label: ReactNode;
}
/** Choices under a heading, at least one; the name is unique among the groups shown together. */
export interface Group {
  name: string;
  label: ReactNode;
  options: Choice[];
}

interface Props {
  ref?: Ref<InputRef>;
  typed: string;
  groups: Group[];
  /** accessible name of the input and of its list */
  title: string;
  placeholder: string;
  /** text without choices */
  nothing: string;
  onType: (typed: string) => void;
  onChoose: (value: string) => void;
}

/**
 * A text input with grouped choices below: arrow keys move, Enter chooses. It implements the ARIA pattern of a combobox
 * with a list box. The `AutoComplete` of antd refers to a missing list when nothing matches, and its list cannot be
 * scrolled by keyboard.
 */
export function Palette({ ref, typed, groups, title, placeholder, nothing, onType, onChoose }: Props): ReactNode {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [highlighted, setHighlighted] = useState<string>();
  const choices = groups.flatMap(({ options }) => options);
  const at = Math.max(
    0,
    choices.findIndex(({ value }) => value === highlighted),
  );
  const active = choices[at];
  const optionId = (value: string): string => `${id}${value}`;

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.value]);

  function onKeyDown(event: KeyboardEvent): void {
    // Enter also confirms the text of an input method, as for Chinese
    if (choices.length === 0 || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setHighlighted(choices.at((at + step) % choices.length)?.value);
    else if (event.key === 'Enter' && active) onChoose(active.value);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <Input
        {...(ref ? { ref } : {})}
        role="combobox"
        aria-label={title}
        aria-autocomplete="list"
        aria-controls={id}
        aria-expanded={active !== undefined}
        {...(active ? { 'aria-activedescendant': optionId(active.value) } : {})}
        autoComplete="off"
        placeholder={placeholder}
        value={typed}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setHighlighted(undefined);
          onType(target.value);
        }}
      />
      {active ? (
        <div ref={list} id={id} className="palette-list" role="listbox" aria-label={title}>
          {groups.map(({ name, label, options }) => (
            <div key={name} role="group" aria-labelledby={id + name}>
              <div id={id + name} className="palette-group" role="presentation">
                {label}
              </div>
              {options.map(({ value, label: line }) => (
                // the input keeps the focus and handles all keys
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                <div
                  key={value}
                  id={optionId(value)}
                  className="palette-option"
                  role="option"
                  tabIndex={-1}
                  aria-selected={value === active.value}
                  onMouseMove={() => setHighlighted(value)}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => onChoose(value)}
                >
                  {line}
                </div>
              ))}
            </div>
          ))}
        </div>
      ) : (
        <p id={id} className="palette-nothing" role="status">
          {nothing}
        </p>
      )}
    </>
  );
}
