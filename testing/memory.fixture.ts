/**
 * A worker holds the modules and results of all its files, more than a run may: what gives back memory there (`engine/memory.ts`) would
 * collect hundreds of times in vain, which was half of the time of some files. Memory is measured where a command has its own process.
 */
process.memoryUsage.rss = () => 0
