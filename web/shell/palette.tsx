import { Input, type InputRef } from 'antd';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import './palette.css';

/** A choice of a palette. */
export interface Choice {
  value: string;
  label: ReactNode;
}
/** One or more choices under a heading. The name is unique among the groups shown together. */
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
  /** text shown without choices */
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
  const { active, highlight, onKeyDown } = useHighlight(
    groups.flatMap(({ options }) => options),
    onChoose,
  );

  return (
    <>
      <Input
        {...(ref ? { ref } : {})}
        role="combobox"
        aria-label={title}
        aria-autocomplete="list"
        aria-controls={id}
        aria-expanded={active !== undefined}
        {...(active ? { 'aria-activedescendant': id + active.value } : {})}
        autoComplete="off"
        placeholder={placeholder}
        value={typed}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          highlight(undefined);
          onType(target.value);
        }}
      />
      {active ? (
        <ChoiceList
          id={id}
          title={title}
          groups={groups}
          active={active.value}
          onHighlight={highlight}
          onChoose={onChoose}
        />
      ) : (
        <p id={id} className="palette-nothing" role="status">
          {nothing}
        </p>
      )}
    </>
  );
}

/** The highlighted choice, by default the first one, and the keys that move the highlight and choose. */
function useHighlight(choices: readonly Choice[], onChoose: (value: string) => void) {
  const [highlighted, highlight] = useState<string>();
  const active = choices.find(({ value }) => value === highlighted) ?? choices[0];

  function onKeyDown(event: KeyboardEvent): void {
    // Enter also confirms the text of an input method, for example for Chinese
    if (choices.length === 0 || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) highlight(choices.at((choices.indexOf(active!) + step) % choices.length)?.value);
    else if (event.key === 'Enter' && active) onChoose(active.value);
    else return;
    event.preventDefault();
  }

  return { active, highlight, onKeyDown };
}

interface ListProps extends Pick<Props, 'groups' | 'title' | 'onChoose'>, Pick<GroupProps, 'active' | 'onHighlight'> {
  id: string;
}

/** The groups of choices; the highlighted choice is scrolled into view. */
function ChoiceList({ id, title, groups, active, onHighlight, onChoose }: ListProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} id={id} className="palette-list" role="listbox" aria-label={title}>
      {groups.map((group) => (
        <GroupOptions
          key={group.name}
          group={group}
          idPrefix={id}
          active={active}
          onHighlight={onHighlight}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

interface GroupProps {
  group: Group;
  /** prefix of the ids of the heading and the options */
  idPrefix: string;
  /** value of the highlighted choice */
  active: string;
  onHighlight: (value: string) => void;
  onChoose: (value: string) => void;
}

function GroupOptions({ group, idPrefix, active, onHighlight, onChoose }: GroupProps): ReactNode {
  const headingId = idPrefix + group.name;
  return (
    <div role="group" aria-labelledby={headingId}>
      <div id={headingId} className="palette-group" role="presentation">
        {group.label}
      </div>
      {group.options.map(({ value, label }) => (
        // the input keeps the focus and handles all keys
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={value}
          id={idPrefix + value}
          className="palette-option"
          role="option"
          tabIndex={-1}
          aria-selected={value === active}
          onMouseMove={() => onHighlight(value)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(value)}
        >
          {label}
        </div>
      ))}
    </div>
  );
}
